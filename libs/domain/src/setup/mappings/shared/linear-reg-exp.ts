import { RE2JS } from 're2js';

const flags = [
  ['i', RE2JS.CASE_INSENSITIVE],
  ['m', RE2JS.MULTILINE],
  ['s', RE2JS.DOTALL],
] as const;

/** What JSONata uses of a regular expression, by RE2: in linear time whatever the pattern. Throws for one that RE2 does not have. */
export class LinearRegExp {
  lastIndex = 0;
  private readonly compiled: RE2JS;

  constructor({ source, flags: written }: Pick<RegExp, 'flags' | 'source'>) {
    this.compiled = RE2JS.compile(
      source,
      flags.reduce((sum, [letter, flag]) => (written.includes(letter) ? sum | flag : sum), 0),
    );
  }

  /** The next match from `lastIndex`, which then is its end. */
  exec(text: string): (readonly (string | null)[] & { readonly index: number }) | null {
    if (this.lastIndex > text.length) return null;
    const matcher = this.compiled.matcher(text);
    if (!matcher.find(this.lastIndex)) return null;
    this.lastIndex = matcher.end();
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, n) => matcher.group(n));
    return Object.assign(groups, { index: matcher.start() });
  }
}
