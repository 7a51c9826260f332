// Splits a line of YAML into comment, key, number, text and the rest. Good enough for colours, not a parser.

export interface Token {
  kind: "plain" | "comment" | "key" | "number" | "string";
  text: string;
}

const pattern =
  /(#.*$)|("(?:[^"\\]|\\.)*"|'[^']*')(\s*:(?=\s|$))?|([A-Za-z_][\w.{}-]*)(\s*:(?=\s|$))|((?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.]))/g;

export function yamlTokens(line: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  const push = (kind: Token["kind"], text: string): void => {
    if (text) tokens.push({ kind, text });
  };
  for (const m of line.matchAll(pattern)) {
    if (m[1] !== undefined && m.index > 0 && !/\s/.test(line[m.index - 1]!)) continue; // a # inside of a word
    push("plain", line.slice(end, m.index));
    end = m.index + m[0].length;
    if (m[1] !== undefined) push("comment", m[1]);
    else if (m[2] !== undefined) (push(m[3] ? "key" : "string", m[2]), push("plain", m[3] ?? ""));
    else if (m[4] !== undefined) (push("key", m[4]), push("plain", m[5] ?? ""));
    else push("number", m[6]!);
  }
  push("plain", line.slice(end));
  return tokens;
}
