import * as fileLimits from '@tocsin/contracts/config-files/limits.js';
import type { ConfigChange, ConfigPlan, MovedShift } from '@tocsin/contracts/config-files/plan.js';
import { shiftWords } from '@tocsin/contracts/schedules/shift-words.js';

const marks = { create: '+', change: '~', remove: '-' } as const;
const day = new Map<string, Intl.DateTimeFormat>();

const timeIn = (at: string, timeZone: string): string => {
  let format = day.get(timeZone);
  if (!format) {
    const parts = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
    day.set(timeZone, (format = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone })));
  }
  return format.format(new Date(at));
};

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
const listed = (people: readonly string[], nameOf: (email: string) => string): string =>
  people.length === 0 ? 'nobody' : people.map(nameOf).join(', ');

const placeOf = ({ at }: ConfigChange): string => (at ? `${at.file}:${at.line}` : '');

const fieldLines = ({ action, fields }: ConfigChange, nameOf: (name: string) => string): readonly string[] =>
  action === 'change'
    ? fields.map(({ path, from, to, drift, overwrites }) => {
        const by = overwrites ? ` by ${nameOf(overwrites.by)}, ${overwrites.at.slice(0, 10)}` : '';
        const why = drift ? `   (drift: edited on the server${by})` : overwrites ? `   (overwrites the edit${by})` : '';
        return `    ${path}  ${from} → ${to}${why}`;
      })
    : [];

const shiftLine = ({ schedule, timeZone, from, to, was, becomes }: MovedShift, nameOf: (email: string) => string): string =>
  `${schedule}: ${listed(becomes, nameOf)} instead of ${listed(was, nameOf)}, ${timeIn(from, timeZone)} to ${timeIn(to, timeZone)} (${timeZone})`;

/** A line for each schedule. */
const toldLines = ({ shifts }: ConfigPlan, nameOf: (email: string) => string): readonly string[] =>
  [...new Set(shifts.map(({ schedule }) => schedule))].map((schedule) => {
    const all = shifts.filter((one) => one.schedule === schedule).map((one) => `${nameOf(one.who)}: ${shiftWords(one)}`);
    return `Shifts of ${schedule}: ${all.join(', ')}`;
  });

const same = (text: string): string => text;

export const errorLines = ({ errors }: ConfigPlan): readonly string[] =>
  errors.map(
    ({ file, line, column, path, message, code }) =>
      `${file === '' ? '' : `${file}:${line}:${column} `}${path === '' ? '' : `${path}: `}${message} (${code})`,
  );

const summaryLine = ({ summary: { created, changed, removed, drift, unchanged }, told }: ConfigPlan): string =>
  `${created} new, ${changed} changed, ${removed} removed, ${drift} drifted, ${unchanged} as in the files. ${plural(told.length, 'person is', 'people are')} on call at other times.`;

export const hasChanges = ({ changes, invited }: ConfigPlan): boolean => changes.length > 0 || invited.length > 0;

export const planText = (plan: ConfigPlan): string =>
  [
    ...plan.changes.flatMap((change) => [
      `${marks[change.action]} ${change.kind} ${change.name}   ${placeOf(change)}`,
      ...fieldLines(change, same),
    ]),
    ...plan.invited.map((email) => `+ Person ${email}: invited`),
    ...toldLines(plan, same),
    ...plan.people.map((shift) => `On call: ${shiftLine(shift, same)}`),
    ...plan.warnings.map((warning) => `! ${warning}`),
    ...errorLines(plan),
    summaryLine(plan),
    `Digest: ${plan.digest}`,
  ].join('\n');

/** In what GitHub and GitLab make of themselves, also of escaped text, is a space without width. */
const parting: readonly (readonly [RegExp, string])[] = [
  [/&#(?:64|35);/g, '$&&#8203;'],
  [/:\/\//g, ':&#8203;//'],
  [/\bwww\./gi, 'www&#8203;.'],
];

/** Nothing of a file is a link, a mention or HTML in a comment. */
const escaped = (text: string): string =>
  parting.reduce(
    (shown, [pattern, parted]) => shown.replaceAll(pattern, parted),
    text.replaceAll(/[\\`*_{}[\]()#+\-!|<>~@&]/g, (character) => `&#${character.codePointAt(0)!};`).replaceAll(/[\r\n]+/g, ' '),
  );

/** Of an address or a name. */
export const initialsOf = (who: string): string =>
  who
    .split('@')[0]!
    .split(/[\s._-]+/)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join('');

const address = /[^\s@,;:<>()"']+@[^\s@,;:<>()"']+/g;

/** A comment for a pull request. `initials`: for public repositories, where no address and no name of a person stands. */
export const planMarkdown = (plan: ConfigPlan, people: 'addresses' | 'initials', backtest: readonly string[] = []): string => {
  const nameOf = people === 'initials' ? initialsOf : same;
  const shown = (text: string): string => escaped(people === 'initials' ? text.replaceAll(address, initialsOf) : text);
  const shifts = plan.people.map(
    ({ schedule, timeZone, from, to, was, becomes }) =>
      `| ${shown(schedule)} | ${escaped(listed(becomes, nameOf))} | ${escaped(listed(was, nameOf))} | ${timeIn(from, timeZone)} | ${timeIn(to, timeZone)} ${timeZone} |`,
  );
  const changes = plan.changes.map((change) => {
    const title = `${marks[change.action]} ${change.kind} ${shown(change.name)} ${shown(placeOf(change))}`;
    const fields = fieldLines(change, nameOf).map((line) => `<li>${shown(line.trim())}</li>`);
    return fields.length === 0 ? `- ${title}` : `<details><summary>${title}</summary><ul>${fields.join('')}</ul></details>`;
  });
  const lines = [
    '### Tocsin plan',
    escaped(summaryLine(plan)),
    ...(shifts.length > 0 ? ['', '| schedule | on call | instead of | from | to |', '| --- | --- | --- | --- | --- |', ...shifts, ''] : []),
    ...toldLines(plan, nameOf).map((line) => `- ${shown(line)}`),
    ...changes,
    ...plan.invited.map((email) => `- + Person ${escaped(nameOf(email))}: invited`),
    ...plan.warnings.map((warning) => `- ⚠ ${shown(warning)}`),
    ...errorLines(plan).map((line) => `- ❌ ${shown(line)}`),
    ...backtest.map((line) => `- ${shown(line)}`),
    `\`${plan.digest}\``,
  ];
  return cutLines(lines);
};

const cutLines = (lines: readonly string[]): string => {
  let [text, count] = ['', 0];
  for (const line of lines) {
    if (text.length + line.length > fileLimits.markdownCharacters - 40) break;
    text += `${line}\n`;
    count += 1;
  }
  return count < lines.length ? `${text}\nand ${lines.length - count} more\n` : text;
};
