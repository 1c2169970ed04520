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
	counted:    "%d in %d places:",
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

// phrasesFor chooses by the question: any Chinese character in it, unless there is kana too.
func phrasesFor(question string) *phrases {
	han := false
	for _, r := range question {
		if unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			return &inEnglish
		}
		han = han || unicode.Is(unicode.Han, r)
	}
	if han {
		return &inChinese
	}
	return &inEnglish
}
