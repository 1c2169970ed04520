package ask

import "unicode"

// phrases are the words that this package itself puts into answers, in the question's language.
type phrases struct {
	language   string // as the model is told
	digest     string
	callers    string // %s: the symbol
	callees    string
	path       string // %s, %s
	noCallers  string
	noCallees  string
	noPath     string // %s, %s
	unresolved string // %d, %s
	unknown    string // %s
	similar    string
	incomplete string
	counted    string // %d edges, %d sites
	more       string // %d
	likely     string
	possible   string
	dispatch   string
	topLevel   string
	callsAt    string // joins caller and callee of a path
	calledBy   string
	callsTo    string
	nothing    string
	unverified string // %s: the citation
	separator  string
	several    string // %d
}

var inEnglish = phrases{
	language:   "the language of the question",
	digest:     "*A digest of the places that fit best, put together without a language model.*",
	callers:    "Callers of %s",
	callees:    "What %s calls",
	path:       "How %s reaches %s",
	noCallers:  "No callers are known.",
	noCallees:  "It calls nothing that is defined in this workspace.",
	noPath:     "No call chain from %s to %s is known.",
	unresolved: "%d calls of the name %s could not be resolved.",
	unknown:    "There is no symbol %s in the index.",
	similar:    "Similar names:",
	incomplete: "The index is still being built, so this may be incomplete.",
	counted:    "Symbols: %d, calls: %d.",
	more:       "… and %d more",
	likely:     "likely",
	possible:   "possible",
	dispatch:   "through an interface or a base class",
	topLevel:   "top-level code",
	callsAt:    "calls",
	calledBy:   "Called by:",
	callsTo:    "Calls:",
	nothing:    "Nothing in the index fits this question.",
	unverified: "(not confirmed: %s)",
	separator:  ", ",
	several:    "%d definitions have this name; the first ones:",
}

var inChinese = phrases{
	language:   "Chinese (中文)",
	digest:     "*以下是最相关代码位置的摘要，未使用语言模型。*",
	callers:    "%s 的调用者",
	callees:    "%s 调用的函数",
	path:       "%s 如何到达 %s",
	noCallers:  "没有已知的调用者。",
	noCallees:  "它没有调用本工作区中定义的任何函数。",
	noPath:     "没有找到从 %s 到 %s 的调用链。",
	unresolved: "有 %d 处对名称 %s 的调用无法解析。",
	unknown:    "索引中没有符号 %s。",
	similar:    "相近的名称：",
	incomplete: "索引仍在建立中，结果可能不完整。",
	counted:    "共 %d 个，%d 处调用：",
	more:       "…… 另有 %d 个",
	likely:     "很可能",
	possible:   "可能",
	dispatch:   "通过接口或基类",
	topLevel:   "顶层代码",
	callsAt:    "调用",
	calledBy:   "调用者：",
	callsTo:    "调用：",
	nothing:    "索引中没有与该问题相关的内容。",
	unverified: "（未证实：%s）",
	separator:  "、",
	several:    "有 %d 个定义使用此名称，先列出前几个：",
}

var inJapanese = phrases{
	language:   "Japanese (日本語)",
	digest:     "*最も関連の深い箇所の要約です（言語モデルは使っていません）。*",
	callers:    "%s の呼び出し元",
	callees:    "%s が呼び出すもの",
	path:       "%s から %s への経路",
	noCallers:  "呼び出し元は見つかっていません。",
	noCallees:  "このワークスペースで定義されたものは何も呼び出していません。",
	noPath:     "%s から %s への呼び出しの経路は見つかっていません。",
	unresolved: "%d 件の %s という名前の呼び出しは解決できませんでした。",
	unknown:    "索引に %s というシンボルはありません。",
	similar:    "似た名前：",
	incomplete: "索引はまだ作成中のため、不完全な可能性があります。",
	counted:    "シンボル %d 件、呼び出し %d 件。",
	more:       "… ほか %d 件",
	likely:     "おそらく",
	possible:   "可能性あり",
	dispatch:   "インターフェースまたは基底クラス経由",
	topLevel:   "トップレベルのコード",
	callsAt:    "→",
	calledBy:   "呼び出し元：",
	callsTo:    "呼び出し先：",
	nothing:    "索引にこの質問に合うものはありません。",
	unverified: "（未確認：%s）",
	separator:  "、",
	several:    "この名前の定義は %d 件あります。最初のもの：",
}

// phrasesFor chooses by the question's letters: kana are Japanese, Chinese characters without any Chinese.
func phrasesFor(question string) *phrases {
	han := false
	for _, r := range question {
		switch {
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			return &inJapanese
		case unicode.Is(unicode.Hangul, r):
			return &inEnglish
		}
		han = han || unicode.Is(unicode.Han, r)
	}
	if han {
		return &inChinese
	}
	return &inEnglish
}
