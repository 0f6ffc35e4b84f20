import * as nouns from './nouns.gen.js';

type Nouns = typeof nouns;
type Part = 'events' | 'commands' | 'examples' | 'views' | 'refusals';
type Declared<P extends Part> = { [N in keyof Nouns]: Nouns[N] extends { readonly [K in P]: infer T } ? T : never }[keyof Nouns];
export type Intersection<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer I) => void ? I : never;
export type Merged<P extends Part> = Intersection<Declared<P>>;

/** Throws when two nouns declare the same name. */
export function merge<P extends Part>(part: P): Merged<P> {
  const merged: Record<string, unknown> = {};
  for (const noun of Object.values<Partial<Record<Part, object>>>(nouns))
    for (const [name, one] of Object.entries(noun[part] ?? {})) {
      if (name in merged) throw new Error(`Two nouns declare ${name}`);
      merged[name] = one;
    }
  return merged as Merged<P>;
}
