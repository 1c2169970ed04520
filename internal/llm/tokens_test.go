package llm

import (
	"strings"
	"testing"
)

// The counts are the larger of those that the vocabularies cl100k and o200k give.
func TestEstimateTokensIsNeverBelow(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
	}{
		{"哪个函数负责验证用户的令牌，并且在令牌过期之后重新登录？请说明调用关系，以及配置文件中的超时时间是如何读取的。", 52},
		{"この関数はユーザーのトークンを検証し、期限切れの場合は再ログインします。設定ファイルのタイムアウト値はどこで読み込まれますか。", 65},
		{"이 함수는 사용자의 토큰을 확인하고 만료된 경우 다시 로그인합니다.", 26},
		{"Эта функция проверяет токен пользователя и повторяет вход после его истечения.", 26},
		{"😀🎉🚀👩‍💻🇩🇪✨🔥 → ≤ ∀x∈ℝ ─── ███", 39},
		{"deadbeef0123456789abcdeffedcba98765432100a1b2c3d4e5f60718293a4b5c6d7e8f9", 43},
		{strings.Repeat("}\n\t\t\treturn err\n", 20), 100},
		{strings.Repeat("                                    x = 1\n", 10), 60},
		{"", 0},
	} {
		if got := EstimateTokens(test.text); got < test.most || got > 3*test.most {
			t.Errorf("%.20q: estimate %d, a model makes %d", test.text, got, test.most)
		}
	}
	if a, b := EstimateTokens("parseHTTPServerURL"), EstimateTokens("parse HTTP Server URL"); a != b {
		t.Errorf("pieces of an identifier: %d, %d", a, b)
	}
}
