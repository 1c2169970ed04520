package nvim

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// style is how a terminal draws a character.
type style struct {
	fg, bg                           string
	bold, italic, underline, reverse bool
}

const (
	cellWidth, cellHeight, fontSize = 8.4, 18, 14
	foreground, background          = "#e0e2ea", "#14161b" // Neovim's own dark colours
)

// drawScreen turns the lines of a terminal, with the escape sequences of colours (SGR), into an SVG picture.
func drawScreen(screen string, columns int) string {
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	width, height := float64(columns)*cellWidth+16, len(lines)*cellHeight+16
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="%d">`+"\n", width, height, fontSize)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", background)
	var st style
	for row, line := range lines {
		column := 0
		for line != "" {
			if rest, ok := strings.CutPrefix(line, "\x1b["); ok {
				end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' && r <= '~' })
				if end < 0 {
					break
				}
				if rest[end] == 'm' {
					st.apply(rest[:end])
				}
				line = rest[end+1:]
				continue
			}
			end := strings.IndexByte(line, 0x1b)
			if end == 0 { // some other sequence: leave its introducer out
				line = line[1:]
				continue
			}
			if end < 0 {
				end = len(line)
			}
			drawText(&b, st, row, column, line[:end])
			column += utf8.RuneCountInString(line[:end])
			line = line[end:]
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func drawText(b *strings.Builder, st style, row, column int, text string) {
	fg, bg := st.fg, st.bg
	if fg == "" {
		fg = foreground
	}
	if bg == "" {
		bg = background
	}
	if st.reverse {
		fg, bg = bg, fg
	}
	n := utf8.RuneCountInString(text)
	x, y := 8+float64(column)*cellWidth, 8+row*cellHeight
	if bg != background {
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n", x, y, float64(n)*cellWidth, cellHeight, bg)
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	attributes := ""
	if st.bold {
		attributes += ` font-weight="bold"`
	}
	if st.italic {
		attributes += ` font-style="italic"`
	}
	if st.underline {
		attributes += ` text-decoration="underline"`
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f" xml:space="preserve" fill="%s"%s>%s</text>`+"\n",
		x, y+13, float64(n)*cellWidth, fg, attributes, html.EscapeString(text))
}

// apply reads the parameters of one SGR sequence.
func (s *style) apply(parameters string) {
	p := strings.Split(parameters, ";")
	for i := 0; i < len(p); i++ {
		n, _ := strconv.Atoi(strings.SplitN(p[i], ":", 2)[0])
		switch {
		case n == 0:
			*s = style{}
		case n == 1:
			s.bold = true
		case n == 3:
			s.italic = true
		case n == 4:
			s.underline = true
		case n == 7:
			s.reverse = true
		case n == 22:
			s.bold = false
		case n == 23:
			s.italic = false
		case n == 24:
			s.underline = false
		case n == 27:
			s.reverse = false
		case n == 39:
			s.fg = ""
		case n == 49:
			s.bg = ""
		case n >= 30 && n <= 37:
			s.fg = palette(n - 30)
		case n >= 40 && n <= 47:
			s.bg = palette(n - 40)
		case n >= 90 && n <= 97:
			s.fg = palette(n - 90 + 8)
		case n >= 100 && n <= 107:
			s.bg = palette(n - 100 + 8)
		case n == 38 || n == 48:
			color, used := extended(p[i+1:])
			if n == 38 {
				s.fg = color
			} else {
				s.bg = color
			}
			i += used
		}
	}
}

// extended reads what follows 38 or 48: 5;n or 2;r;g;b.
func extended(p []string) (color string, used int) {
	number := func(i int) int {
		n, _ := strconv.Atoi(p[i])
		return n
	}
	switch {
	case len(p) >= 2 && p[0] == "5":
		return palette(number(1)), 2
	case len(p) >= 4 && p[0] == "2":
		return fmt.Sprintf("#%02x%02x%02x", number(1), number(2), number(3)), 4
	}
	return "", len(p)
}

// palette is xterm's 256 colours.
func palette(n int) string {
	switch {
	case n < 16:
		return [...]string{"#14161b", "#ff8f8f", "#b3f6c0", "#fce094", "#a6dbff", "#ffcaff", "#8cf8f7", "#e0e2ea",
			"#4f5258", "#ffc0b9", "#b3f6c0", "#fce094", "#a6dbff", "#ffcaff", "#8cf8f7", "#eef1f8"}[n]
	case n < 232:
		level := func(v int) int {
			if v == 0 {
				return 0
			}
			return 55 + 40*v
		}
		n -= 16
		return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
	}
	grey := 8 + 10*(n-232)
	return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
}
