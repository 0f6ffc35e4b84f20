const limits = { words: 8, characters: 100 } as const;

/** Anything but spaces, with quoted parts that may contain some. */
const wordPattern = /(?:"[^"]*"?|[^\s"])+/g;

/** `isText`: it begins with a quote, so that nothing in it is an operator. `isEmptyValue`: it ends with an empty quoted value. */
interface TypedWord {
  readonly word: string;
  readonly isText: boolean;
  readonly isEmptyValue: boolean;
}

const typedWords = (q: string | undefined): readonly TypedWord[] =>
  (q ?? '')
    .match(wordPattern)
    ?.map((typed) => ({
      word: typed.replaceAll('"', '').trim().slice(0, limits.characters),
      isText: typed.startsWith('"'),
      isEmptyValue: typed.endsWith('""'),
    }))
    .filter(({ word }) => word !== '')
    .slice(0, limits.words) ?? [];

/** The words that must all occur, in lower case; `"disk is full"` is one word. Empty when nothing is searched for. */
export const searchedWords = (q: string | undefined): readonly string[] => typedWords(q).map(({ word }) => word.toLowerCase());

/** Searched text of an alert group, beside the service’s name: `#12`, its title, `label=value`. */
export const alertGroupText = ({
  number,
  title,
  labels,
}: {
  readonly number: number;
  readonly title: string;
  readonly labels: readonly string[];
}): string => [`#${number}`, title.slice(0, 200), ...labels].join(' ').toLowerCase().slice(0, 400);

/** Used instead of a service name for a manually opened group. */
const byHand = 'manual';

type FoldedName = readonly [id: string, name: string];

const idsByName = (word: string, names: readonly FoldedName[]): readonly string[] =>
  names.flatMap(([id, name]) => (name.includes(word) ? [id] : []));

/** Services whose lower-case name contains a word; null stands for manually opened groups. */
const serviceIdsByName = (word: string, services: readonly FoldedName[]): readonly (string | null)[] => [
  ...idsByName(word, services),
  ...(byHand.includes(word) ? [null] : []),
];

/**
 * A search term: matches the text of a row, or one of the values of `or` in a column. `whole`: as a whole word of the text. `not`: rows that it does not
 * match. `alerts`: also matches groups with such an alert: a text in lower case, or a label whose whole value matches an RE2 pattern.
 */
export interface SearchTerm {
  readonly text: string;
  readonly or: Readonly<Record<string, readonly (string | null)[]>>;
  readonly whole?: true;
  readonly not?: true;
  readonly alerts?: { readonly text: string } | LabelPattern;
}

export interface LabelPattern {
  readonly label: string;
  readonly pattern: string;
}

interface NamedRow {
  readonly id: string;
  readonly name: string;
}
interface ServiceNames extends NamedRow {
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** Rows whose names a search may use. */
export interface SearchedNames {
  readonly services: readonly ServiceNames[];
  readonly teams?: readonly NamedRow[];
}

/** In no text. */
const noText = '\u{10ffff}';

interface Folded {
  readonly services: readonly FoldedName[];
  /** Those that have labels. */
  readonly labelled: readonly ServiceNames[];
  readonly teams: readonly FoldedName[];
}

/** `status:firing`, `team:payments`, `service:checkout`: a column alone. */
const columnTerms: Readonly<Record<string, (value: string, names: Folded) => SearchTerm['or']>> = {
  status: (value) => ({ status: [value] }),
  urgency: (value) => ({ urgency: [value] }),
  team: (value, { teams }) => ({ teamId: idsByName(value, teams) }),
  service: (value, { services }) => ({ serviceId: serviceIdsByName(value, services) }),
};

const patternTerm = (label: string, pattern: string): SearchTerm => ({ text: noText, or: {}, alerts: { label, pattern } });
const negated = (term: SearchTerm): SearchTerm => ({ ...term, not: true });

const escapePattern = (value: string): string => value.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const unequalTerm = (label: string, value: string): SearchTerm => ({
  text: `${label}=${value.toLowerCase()}`,
  or: {},
  whole: true,
  not: true,
  alerts: { label, pattern: escapePattern(value) },
});

/** `env!=test`, `host=~web.*`. Case matters in a pattern: `\d` and `\D` are opposites. */
const labelTerms: Readonly<Record<string, (label: string, value: string) => SearchTerm>> = {
  '!=': unequalTerm,
  '=~': patternTerm,
  '!~': (label, value) => negated(patternTerm(label, value)),
};

/** `label=""`: no alert has the label; `label!=""`: one has it. A missing label is empty, as in Prometheus. */
const emptyTerm = (label: string, operator: string): SearchTerm => {
  const hasIt = patternTerm(label, '.+');
  return operator.startsWith('!') ? hasIt : negated(hasIt);
};

/** Undefined for a word without an operator; null for an operator whose value is still to be typed. */
type ReadTerm = SearchTerm | null | undefined;

function columnTermOf(word: string, names: Folded): ReadTerm {
  const [, column = '', value = ''] = /^(\w+):(.*)$/s.exec(word) ?? [];
  if (!Object.hasOwn(columnTerms, column)) return undefined;
  return value === '' ? null : { text: noText, or: columnTerms[column]!(value, names) };
}

function labelTermOf({ word, isEmptyValue }: TypedWord): ReadTerm {
  const [, label, operator, value] = /^([\w.-]+)(=~|!~|!=|=)(.*)$/s.exec(word) ?? [];
  if (label === undefined || operator === undefined) return undefined;
  if (value === '' && isEmptyValue) return emptyTerm(label.toLowerCase(), operator);
  // `label=value` is a text; `label=`, too: all groups that have the label
  if (operator === '=') return undefined;
  return value ? labelTerms[operator]!(label.toLowerCase(), value) : null;
}

/** `service.tier=gold`, `service.tier!=gold`: the alert groups of services with such a label, or of all others. */
function serviceLabelTermOf({ word, isEmptyValue }: TypedWord, { labelled }: Folded): ReadTerm {
  const [, label = '', operator = '=', value = ''] = /^service\.([\w.-]+)(!=|=)(.*)$/s.exec(word) ?? [];
  if (label === '') return undefined;
  if (value === '' && !isEmptyValue) return null;
  const isMatch = ({ labels = {} }: ServiceNames): boolean =>
    Object.entries(labels).some(
      ([name, text]) => name.toLowerCase() === label.toLowerCase() && (value === '' || text.toLowerCase() === value.toLowerCase()),
    );
  const term: SearchTerm = { text: noText, or: { serviceId: labelled.filter(isMatch).map(({ id }) => id) } };
  // an empty value is a missing label
  return (operator === '!=') === (value !== '') ? negated(term) : term;
}

function operatorTermOf(typed: TypedWord, names: Folded): ReadTerm {
  const ofService = serviceLabelTermOf(typed, names);
  if (ofService !== undefined) return ofService;
  const term = columnTermOf(typed.word.toLowerCase(), names);
  return term === undefined ? labelTermOf(typed) : term;
}

function termOf(typed: TypedWord, names: Folded): SearchTerm | null {
  const term = typed.isText ? undefined : operatorTermOf(typed, names);
  return term === undefined ? textTerm(typed.word.toLowerCase(), names) : term;
}

const textTerm = (word: string, { services }: Folded): SearchTerm => ({
  text: word,
  or: { serviceId: serviceIdsByName(word, services) },
  alerts: { text: word },
});

const fold = (rows: readonly NamedRow[]): readonly FoldedName[] => rows.map(({ id, name }) => [id, name.toLowerCase()]);

/** The terms of `q`. Names are joined here, so that renaming a service or team changes no row. */
export const searchTerms = (q: string | undefined, { services, teams = [] }: SearchedNames): readonly SearchTerm[] => {
  const words = typedWords(q);
  if (words.length === 0) return [];
  const names = { services: fold(services), labelled: services.filter(({ labels }) => labels !== undefined), teams: fold(teams) };
  return words.flatMap((word) => termOf(word, names) ?? []);
};
