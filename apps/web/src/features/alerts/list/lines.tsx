import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useNames } from '../../../data/words/names.js';
import { AlertLine } from './alert-line.js';
import { lineAt, type PlacedSection } from './layout.js';
import { hasMoved, headingOf, partsOf, type Part } from './parts.js';
import type { useLines } from './use-lines.js';
import type { Selection } from './use-selection.js';

interface Props {
  lines: ReturnType<typeof useLines>;
  placed: readonly PlacedSection[];
  rowOf: (id: string) => AlertGroupRow | undefined;
  /** Of a search: the line of an alert because of which a group is listed. */
  foundLineOf: (id: string) => string | undefined;
  /** Number of rows that only keep their place in a part. */
  moved: (part: Part) => number;
  selected: ReadonlySet<string>;
  /** Rows without this permission can’t be selected. */
  selection: Pick<Selection, 'select' | 'acknowledge' | 'mayAct'>;
}

/** Draws the lines in view, each at its offset; the rest of the height stays empty. */
export function Lines({ lines, placed, rowOf, foundLineOf, moved, selected, selection }: Props) {
  const names = useNames();
  const drawn = lines.drawn.flatMap((one) => (one.index < end(placed) ? [{ line: lineAt(placed, one.index), ...one }] : []));
  return (
    <div className="relative" style={{ height: lines.height }}>
      {placed.map(({ section, start }) => {
        const own = drawn.filter(({ line }) => line.section === section);
        if (own.length === 0) return null;
        return (
          <section key={section.part} aria-label={partsOf[section.part].heading} className="contents">
            {own[0]!.line.kind === 'heading' && (
              <Heading section={section} top={own[0]!.top} isFirst={start === 0} moved={moved(section.part)} />
            )}
            <ul className="contents">
              {own.map(({ line, index, key, top }) => {
                if (line.kind === 'heading') return null;
                const row = line.kind === 'row' ? rowOf(line.id) : undefined;
                if (!row) return <Gap key={key} top={top} />;
                return (
                  <AlertLine
                    key={key}
                    row={row}
                    names={names}
                    isSelected={selected.has(row.id)}
                    movedTo={hasMoved(row, section.part) ? headingOf(row) : undefined}
                    foundLine={foundLineOf(row.id)}
                    {...(selection.mayAct(row) ? { onSelect: selection.select, onAcknowledge: selection.acknowledge } : {})}
                    top={top}
                    index={index}
                    position={line.kind === 'row' ? line.position : 0}
                    setSize={section.total}
                    measure={lines.measure}
                  />
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

const end = (placed: readonly PlacedSection[]): number => {
  const last = placed.at(-1);
  return last ? last.start + last.lines : 0;
};

interface HeadingProps {
  section: PlacedSection['section'];
  top: number | undefined;
  isFirst: boolean;
  moved: number;
}

const Heading = ({ section, top, isFirst, moved }: HeadingProps) => (
  <h2
    style={{ top }}
    className={`${top === undefined ? '' : 'absolute inset-x-0'} flex items-baseline gap-2 border-b border-line px-2 pb-1 text-xs font-medium text-muted ${isFirst ? 'h-[27px]' : 'h-[45px] pt-[18px]'}`}
  >
    {partsOf[section.part].heading} <span className="text-faint tabular-nums">{(section.total - moved).toLocaleString('en')}</span>
    {moved > 0 && <span className="text-faint">{moved.toLocaleString('en')} moved</span>}
  </h2>
);

/** Placeholder of a row that is loading. */
const Gap = ({ top }: { top: number | undefined }) => (
  <li
    aria-busy
    style={{ top }}
    className={`${top === undefined ? '' : 'absolute inset-x-0'} flex h-[35px] items-center border-b border-line/70 px-2`}
  >
    <span className="h-3 w-2/5 rounded bg-hover" />
  </li>
);
