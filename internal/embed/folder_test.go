package embed

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const tinyTokenizer = `{"normalizer":{"type":"BertNormalizer","lowercase":true},"pre_tokenizer":{"type":"BertPreTokenizer"},
	"model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","vocab":{"[UNK]":0,"red":1,"green":2,"##ish":3}}}`

// writeTensors writes a safetensors file with tensors of float32, except mapping, which is int64.
func writeTensors(t *testing.T, dir string, tensors map[string][][]float64) {
	t.Helper()
	header, data := map[string]any{"__metadata__": map[string]string{"format": "pt"}}, []byte{}
	for name, rows := range tensors {
		from, dtype := len(data), "F32"
		for _, row := range rows {
			for _, x := range row {
				if name == "mapping" {
					dtype = "I64"
					data = binary.LittleEndian.AppendUint64(data, uint64(int64(x)))
				} else {
					data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(x)))
				}
			}
		}
		shape := []int{len(rows), len(rows[0])}
		if name != "embeddings" {
			shape = []int{len(rows[0])}
		}
		header[name] = map[string]any{"dtype": dtype, "shape": shape, "data_offsets": []int{from, len(data)}}
	}
	h, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	file := append(binary.LittleEndian.AppendUint64(nil, uint64(len(h))), h...)
	write(t, dir, "model.safetensors", string(append(file, data...)))
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "tokenizer.json", tinyTokenizer)
	writeTensors(t, dir, map[string][][]float64{"embeddings": {{9, 9}, {1, 0}, {0, 1}, {0, 3}}})
	plain := Folder(dir)
	if plain.Dimensions() != 2 || !plain.Local() {
		t.Errorf("%d dimensions, local %v", plain.Dimensions(), plain.Local())
	}
	check := func(e Embedder, text string, x, y float64) {
		t.Helper()
		v, err := e.Documents(context.Background(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		q, err := e.Query(context.Background(), text)
		if err != nil || q[0] != v[0][0] || math.Abs(float64(v[0][0])-x) > 1e-6 || math.Abs(float64(v[0][1])-y) > 1e-6 {
			t.Errorf("%q is %v and %v, %v; want %v %v", text, v[0], q, err, x, y)
		}
	}
	check(plain, "Red", 1, 0)
	check(plain, "red unheard green", math.Sqrt2/2, math.Sqrt2/2)
	check(plain, "redish redish redish green", 0.3*math.Sqrt(1/(0.09+1)), 1*math.Sqrt(1/(0.09+1)))
	check(plain, "unheard", 0, 0)

	writeTensors(t, dir, map[string][][]float64{"embeddings": {{0, 1}, {1, 0}}, "mapping": {{0, 1, 0, 0}}, "weights": {{1, 1, 2, 1}}})
	shared := Folder(dir)
	check(shared, "red green", 1/math.Sqrt(5), 2/math.Sqrt(5))
	if plain.ID() == shared.ID() {
		t.Errorf("two models have the ID %s", plain.ID())
	}
}

func TestFolderThatCannotBeRead(t *testing.T) {
	for name, test := range map[string]struct {
		make func(dir string)
		want string
	}{
		"empty":        {func(string) {}, "must hold model.safetensors and tokenizer.json"},
		"no tokenizer": {func(dir string) { write(t, dir, "model.safetensors", "x") }, "must hold model.safetensors and tokenizer.json"},
		"short file": {func(dir string) {
			write(t, dir, "model.safetensors", "x")
			write(t, dir, "tokenizer.json", tinyTokenizer)
		}, "only 1 bytes"},
		"a transformer": {func(dir string) {
			writeTensors(t, dir, map[string][][]float64{"encoder.weight": {{1}}})
			write(t, dir, "tokenizer.json", tinyTokenizer)
		}, "no static model"},
		"a wrong row": {func(dir string) {
			writeTensors(t, dir, map[string][][]float64{"embeddings": {{1, 2}}, "mapping": {{0, 7}}})
			write(t, dir, "tokenizer.json", tinyTokenizer)
		}, "row 7 of 1"},
		"not finite": {func(dir string) {
			writeTensors(t, dir, map[string][][]float64{"embeddings": {{1, math.Inf(1)}}})
			write(t, dir, "tokenizer.json", tinyTokenizer)
		}, "not finite"},
	} {
		dir := t.TempDir()
		test.make(dir)
		_, err := Folder(dir).Documents(context.Background(), []string{"x"})
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTensorTypes(t *testing.T) {
	for dtype, b := range map[string][]byte{
		"F64": binary.LittleEndian.AppendUint64(nil, math.Float64bits(-1.5)), "F32": binary.LittleEndian.AppendUint32(nil, math.Float32bits(-1.5)),
		"F16": {0x00, 0xbe}, "BF16": {0xc0, 0xbf},
	} {
		if got := (&tensor{Dtype: dtype, data: b}).at(0); got != -1.5 {
			t.Errorf("%s: %v", dtype, got)
		}
	}
	for dtype, b := range map[string][]byte{
		"I64": {0xfd, 255, 255, 255, 255, 255, 255, 255}, "I32": {0xfd, 255, 255, 255}, "I8": {0xfd},
	} {
		if got := (&tensor{Dtype: dtype, data: b}).at(0); got != -3 {
			t.Errorf("%s: %v", dtype, got)
		}
	}
	if small := half(1); small != math.Ldexp(1, -24) {
		t.Errorf("the smallest half is %v", small)
	}
}
