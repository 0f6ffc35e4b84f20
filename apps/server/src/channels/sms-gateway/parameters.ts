/** What each `{place}` of a template stands for; undefined: what has it is left out. */
export type Places = Readonly<Record<string, string | undefined>>;

const place = /\{(\w+)\}/g;

const pairsOf = (template: string): readonly (readonly [name: string, value: string])[] =>
  template
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    });

/** The parameters of a call. A text is put in once: what it holds is no place. */
export const filledIn = (template: string, places: Places): URLSearchParams => {
  const filled = pairsOf(template).flatMap(([name, value]) => {
    const isLeftOut = [...value.matchAll(place)].some(([, key]) => places[key!] === undefined);
    return isLeftOut ? [] : [[name, value.replace(place, (_, key: string) => places[key]!)] as [string, string]];
  });
  return new URLSearchParams(filled);
};

/** The parameters in a request that a template has names for, by their places. */
export const readBy = (template: string, given: URLSearchParams): Places =>
  Object.fromEntries(
    pairsOf(template).flatMap(([name, value]) => {
      const [, key] = /^\{(\w+)\}$/.exec(value) ?? [];
      return key === undefined ? [] : [[key, given.get(name) ?? undefined]];
    }),
  );

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The id in an answer that has the text of an accepted message; an empty one where it says none; null: it hasn’t that text. */
export const idInAnswer = (accepted: string, answer: string): string | null => {
  const [before = '', ...after] = accepted.split('{id}');
  if (after.length === 0) return answer.includes(before) ? '' : null;
  return new RegExp(`${escape(before)}([\\w.:@-]{1,64})${escape(after.join('{id}'))}`).exec(answer)?.[1] ?? null;
};
