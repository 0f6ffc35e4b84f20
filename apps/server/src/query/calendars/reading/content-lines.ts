/** A line of a calendar (RFC 5545, 3.1). */
export interface ContentLine {
  /** In upper case. */
  readonly name: string;
  /** By name in upper case; without quotes. */
  readonly params: ReadonlyMap<string, string>;
  readonly value: string;
  /** Its number in the file, from 1. */
  readonly line: number;
}

/** A component: `BEGIN:VEVENT` to `END:VEVENT`. */
export interface CalendarComponent {
  readonly name: string;
  readonly line: number;
  readonly lines: readonly ContentLine[];
  readonly components: readonly CalendarComponent[];
  /** Whether its end is missing: the file was cut off. */
  readonly isCutOff: boolean;
}

interface OpenComponent extends CalendarComponent {
  readonly lines: ContentLine[];
  readonly components: CalendarComponent[];
  isCutOff: boolean;
}

const beginning = /^([A-Za-z0-9-]+)[;:]/;
const parameter = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:])*)/y;

/** The calendars of a text, with what is in them. Lines that can’t be read are skipped. */
export function readComponents(text: string): readonly CalendarComponent[] {
  const file = openComponent('', 0);
  const open = [file];
  for (const contentLine of listContentLines(text)) {
    const { name, value, line } = contentLine;
    const within = open.at(-1)!;
    if (name === 'BEGIN') {
      const component = openComponent(value.trim().toUpperCase(), line);
      within.components.push(component);
      open.push(component);
    } else if (name === 'END') close(open, value.trim().toUpperCase());
    else within.lines.push(contentLine);
  }
  return file.components;
}

const openComponent = (name: string, line: number): OpenComponent => ({ name, line, lines: [], components: [], isCutOff: true });

/** Ends a component, and those in it that were left open. The end of one that never began is ignored. */
function close(open: OpenComponent[], name: string): void {
  const index = open.findLastIndex((component) => component.name === name);
  if (index <= 0) return;
  open[index]!.isCutOff = false;
  open.splice(index);
}

/**
 * Lines that were folded are joined. A line that begins as none can belongs to the one before it: some programs write the line breaks of a text as
 * they are.
 */
function* listContentLines(text: string): Iterable<ContentLine> {
  let pending: { text: string; line: number } | null = null;
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const isFolded = /^[ \t]/.test(raw);
    if (pending && (isFolded || !beginning.test(raw))) {
      pending.text += isFolded ? raw.slice(1) : raw === '' ? '' : String.raw`\n${raw}`;
      continue;
    }
    if (pending) yield toContentLine(pending);
    pending = beginning.test(raw) ? { text: raw, line: index + 1 } : null;
  }
  if (pending) yield toContentLine(pending);
}

function toContentLine({ text, line }: { readonly text: string; readonly line: number }): ContentLine {
  const name = beginning.exec(text)![1]!;
  const params = new Map<string, string>();
  parameter.lastIndex = name.length;
  let end = name.length;
  for (let found = parameter.exec(text); found; found = parameter.exec(text)) {
    params.set(found[1]!.toUpperCase(), found[2]!.replaceAll('"', ''));
    end = parameter.lastIndex;
  }
  return { name: name.toUpperCase(), params, value: text.slice(text.indexOf(':', end) + 1), line };
}

export const findLine = ({ lines }: CalendarComponent, name: string): ContentLine | undefined => lines.find((one) => one.name === name);

/** A value of type TEXT on one line (RFC 5545, 3.3.11). */
export const readText = ({ value }: ContentLine): string =>
  value
    .replaceAll(/\\([\\;,nN])/g, (_all, character: string) => (character.toLowerCase() === 'n' ? '\n' : character))
    .replaceAll(/\s+/g, ' ')
    .trim();
