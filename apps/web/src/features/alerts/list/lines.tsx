import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useNames } from '../../../data/words/names.js';
import { AlertLine } from './alert-line.js';
import { Heading, type GroupHeading } from './heading.js';
import { lineAt, type PlacedSection } from './layout.js';
import type { Column } from './list-choice.js';
import { hasMoved, headingOf, partsOf } from './parts.js';
import type { useLines } from './use-lines.js';
import type { Selection } from './use-selection.js';

interface Props {
  lines: ReturnType<typeof useLines>;
  placed: readonly PlacedSection[];
  rowOf: (id: string) => AlertGroupRow | undefined;
  /** Of a search: the line of an alert because of which a group is listed. */
  foundLineOf: (id: string) => string | undefined;
  /** Number of rows that only keep their place in a section. */
  moved: (key: string) => number;
  closed: ReadonlySet<string>;
  onClose: (group: string, isClosed: boolean) => void;
  /** What is said above a group; undefined for a part of the list. */
  groupHeadingOf: (group: string) => GroupHeading | undefined;
  hides: readonly Column[];
  selected: ReadonlySet<string>;
  /** Rows without this permission can’t be selected. */
  selection: Pick<Selection, 'select' | 'acknowledge' | 'mayAct'>;
  onMenu: (id: string) => void;
}

/** Draws the lines in view, each at its offset; the rest of the height stays empty. */
export function Lines({ lines, placed, ...list }: Props) {
  const { rowOf, foundLineOf, moved, closed, onClose, groupHeadingOf, hides, selected, selection, onMenu } = list;
  const names = useNames();
  const drawn = lines.drawn.flatMap((one) => (one.index < end(placed) ? [{ line: lineAt(placed, one.index), ...one }] : []));
  return (
    <div className="relative" style={{ height: lines.height }}>
      {placed.map(({ section }) => {
        const own = drawn.filter(({ line }) => line.section === section);
        if (own.length === 0) return null;
        const { key: sectionKey, group, part, total } = section;
        const says = groupHeadingOf(group);
        const { heading } = partsOf[part];
        return (
          <section key={sectionKey} aria-label={says ? `${says.title}: ${heading}` : heading} className="contents">
            {own[0]!.line.kind === 'heading' && (
              <Heading
                {...{ group, says, part, onClose }}
                count={total - moved(sectionKey)}
                moved={moved(sectionKey)}
                top={own[0]!.top}
                isClosed={closed.has(group)}
              />
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
                    hides={hides}
                    isSelected={selected.has(row.id)}
                    movedTo={hasMoved(row, part) ? headingOf(row) : undefined}
                    foundLine={foundLineOf(row.id)}
                    {...(selection.mayAct(row) ? { onSelect: selection.select, onAcknowledge: selection.acknowledge, onMenu } : {})}
                    top={top}
                    index={index}
                    position={line.kind === 'row' ? line.position : 0}
                    setSize={total}
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

/** Placeholder of a row that is loading. */
const Gap = ({ top }: { top: number | undefined }) => (
  <li
    aria-busy
    style={{ top }}
    className={`${top === undefined ? '' : 'absolute inset-x-0'} flex h-9 items-center border-b border-line-soft px-4`}
  >
    <span className="h-3 w-2/5 rounded-sm bg-pressed" />
  </li>
);
