package glossary

import (
	"strings"
	"testing"
)

func TestCut(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"check a token", ""},
		{"JWT 校验在哪里", "校验=validate"},
		{"请求处理函数里发生崩溃", "请求=request 处理函数=handler 发生=happen 崩溃=crash"},
		{"线程池的大小", "线程池=thread pool 大小=size"},
		{"正则表达式怎样编译", "正则表达式=regex 编译=compile"},
		{"从前面取", "前面=before 取=get"}, // not "从前", long ago
		{"为啥把它放进队列就挂掉了", "放进=put 队列=queue 挂掉=crash"},
		{"ファイルを読み込む処理", "ファイル=file 読み込む=read 処理=process"},
		{"ファイルを読み込んでいる", "ファイル=file 読み込=read"},
		{"認証トークンの期限切れ", "認証=authenticate トークン=token 期限切れ=expired"},
		{"\xff校验\xe6", "校验=validate"},
		{"", ""},
	} {
		var got []string
		all := ""
		for _, x := range Cut(c.text) {
			all += x.Text
			if len(x.English) > 0 {
				got = append(got, x.Text+"="+x.English[0])
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: got %s, want %s", c.text, s, c.want)
		}
		if all != c.text && all != "" {
			t.Errorf("%q: the pieces make %q", c.text, all)
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
			if !strings.ContainsFunc(x.Text, isCJK) || strings.ContainsAny(x.Text, " :,") {
				t.Errorf("%s: term %q", name, x.Text)
			}
			for _, e := range x.English {
				if e == "" || e != strings.ToLower(strings.TrimSpace(e)) || strings.ContainsFunc(e, isCJK) {
					t.Errorf("%s: %s: rendering %q", name, x.Text, e)
				}
			}
			n, last = n+1, x.Text
		}
		if least := map[string]int{"zh": 9000, "ja": 3500}[name]; n < least {
			t.Errorf("%s: %d entries, want at least %d", name, n, least)
		}
	}
}
