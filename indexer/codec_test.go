package indexer

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// fill sets every field that v reaches to a random value, so that a field which the codec forgets makes the test fail.
func fill(v reflect.Value, r *rand.Rand) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(string([]rune{rune('a' + r.IntN(26)), rune(0x4e00 + r.IntN(99)), rune('a' + r.IntN(26))}))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.IntN(30000)) - 1)
	case reflect.Uint32:
		v.SetUint(uint64(r.IntN(1 << 20)))
	case reflect.Uint8:
		v.SetUint(uint64(r.IntN(5)))
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), r)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1+r.IntN(4), 8))
		for i := range v.Len() {
			fill(v.Index(i), r)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), r)
		}
	default:
		panic(v.Kind().String())
	}
}

func TestFactsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	e := newEncoder()
	for range 200 {
		var f fact.File
		fill(reflect.ValueOf(&f).Elem(), r)
		f.Size &= 1<<31 - 1
		f.Lines = []uint32{0, 5, 90}
		b := e.facts(nil, &f)
		got, err := decodeFacts(b)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(*got, f) {
			t.Fatalf("got %+v\nwant %+v", *got, f)
		}
		for range 20 { // damage must give an error or other facts, never a panic
			c := append([]byte(nil), b[:r.IntN(len(b)+1)]...)
			if len(c) > 0 {
				c[r.IntN(len(c))] ^= byte(1 + r.IntN(255))
			}
			decodeFacts(c)
		}
	}
	got, err := decodeFacts(e.facts(nil, &fact.File{}))
	if err != nil || !reflect.DeepEqual(*got, fact.File{}) {
		t.Fatalf("empty: %+v, %v", got, err)
	}
}
