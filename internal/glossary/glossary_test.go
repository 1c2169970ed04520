package glossary

import (
	"strings"
	"testing"
)

func TestTerms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"check a token", ""},
		{"JWT 校验在哪里", "校验=validate"},
		{"请求处理函数里发生崩溃", "请求=request 处理函数=handler 崩溃=crash"},
		{"线程池的大小", "线程池=thread pool 大小=size"},
		{"正则表达式怎样编译", "正则表达式=regex 编译=compile"},
		{"ファイルを読み込む処理", "ファイル=file 読み込む=read 処理=process"},
		{"認証トークンの期限切れ", "認証=authenticate トークン=token 期限切れ=expired"},
		{"\xff校验\xe6", "校验=validate"},
		{"", ""},
	} {
		var got []string
		for _, x := range Terms(c.text) {
			got = append(got, x.Text+"="+x.English[0])
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: got %s, want %s", c.text, s, c.want)
		}
	}
}

// TestEntries: every line is an entry, each once in its language, in order, with English in lower case.
func TestEntries(t *testing.T) {
	for name, list := range map[string]string{"zh": chinese, "ja": japanese} {
		n, last := 0, ""
		for line := range strings.Lines(list) {
			x := entry(line)
			if x.Text <= last {
				t.Errorf("%s: %q stands behind %q", name, x.Text, last)
			}
			for _, e := range x.English {
				if e == "" || e != strings.ToLower(strings.TrimSpace(e)) || strings.ContainsFunc(e, isCJK) {
					t.Errorf("%s: %s: rendering %q", name, x.Text, e)
				}
			}
			n, last = n+1, x.Text
		}
		if least := map[string]int{"zh": 1500, "ja": 500}[name]; n < least {
			t.Errorf("%s: %d entries, want at least %d", name, n, least)
		}
	}
}
