import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useMe } from '../../../data/session/session.js';
import { Button } from '../../../ui/button.js';
import { Key } from '../../../ui/key.js';
import { actOnMatching } from './act-on-matching.js';
import { LinkButton } from './link-button.js';
import { partsOf } from './parts.js';
import type { useHeldRows } from './held-rows.js';
import type { Section } from './use-sections.js';
import type { RunAct, Selection } from './use-selection.js';

interface Props {
  selection: Selection;
  /** The filter of the list, as JSON, and its parts. */
  filterKey: string;
  sections: readonly Section[];
  /** `waiting`: rows that are not shown yet; `ordinal`: as of which event the list is shown. */
  heldRows: Pick<ReturnType<typeof useHeldRows>, 'waiting' | 'ordinal'>;
}

/** All alert groups matching the filter, as of an event, and their number. */
interface MatchingGroups {
  readonly ordinal: number;
  readonly count: number;
  readonly firing: number;
  /** The selected rows then: another selection ends “all that match”. */
  readonly ids: string;
}

const totalOf = (sections: readonly Section[]): number => sections.reduce((sum, { total }) => sum + total, 0);
const idsOf = (rows: readonly AlertGroupRow[]): string => rows.map(({ id }) => id).join();

interface MatchingProps {
  filterKey: string;
  ordinal: number;
  rows: readonly AlertGroupRow[];
  /** Called with what an act does in place of the selected rows, once all that match are selected; null: nothing. */
  putInstead: (instead: RunAct | null) => void;
}

function useMatching({ rows, filterKey, ordinal, putInstead }: MatchingProps) {
  const client = useQueryClient();
  const { personId: me } = useMe();
  const [chosen, choose] = useState<MatchingGroups | null>(null);
  const matching = chosen?.ids === idsOf(rows) ? chosen : null;
  useEffect(() => {
    putInstead(matching && ((act) => void actOnMatching(client, act, { filterKey, me, ordinal: matching.ordinal })));
    return () => putInstead(null);
  }, [matching, client, filterKey, me, putInstead]);
  return {
    matching,
    chooseMatching: (counts: Pick<MatchingGroups, 'count' | 'firing'>) => choose({ ordinal, ...counts, ids: idsOf(rows) }),
  };
}

/** How many rows an act applies to; empty for all of them or none. */
const someOf = (count: number, rows: readonly unknown[]): number | null => (count > 0 && count < rows.length ? count : null);

interface SelectMoreProps {
  rows: readonly AlertGroupRow[];
  /** Selects all rows; the number of selectable ones. */
  selectable: number;
  onAll: () => void;
  /** Number of matching groups, loaded or not. */
  matches: number;
  onMatching: () => void;
}

/** First all that are loaded; once they are, all that match. */
function SelectMore({ rows, selectable, matches, onAll, onMatching }: SelectMoreProps) {
  if (selectable > rows.length)
    return (
      <Button kind="quiet" onClick={onAll}>
        Select all {selectable} <Key>X</Key>
      </Button>
    );
  if (matches <= selectable) return null;
  return (
    <Button kind="quiet" onClick={onMatching}>
      Select all {matches.toLocaleString('en')} that match
    </Button>
  );
}

/** Actions for the selected rows, or for all that match. */
export function BulkBar({ selection, filterKey, sections, heldRows: { waiting, ordinal } }: Props) {
  const { run: onAct, putInstead } = selection;
  const rows = selection.rows();
  const { matching, chooseMatching } = useMatching({ rows, filterKey, ordinal, putInstead });
  const selectable = selection.selectable().length;
  const matches = totalOf(sections.filter(({ part }) => part !== 'resolved')) - waiting;
  const matchingFiring = totalOf(sections.filter(({ part }) => partsOf[part].status === 'firing'));
  const firing = rows.filter(({ status }) => status === 'firing').length;
  const open = rows.filter(({ status }) => status !== 'resolved').length;
  return (
    <div
      role="toolbar"
      aria-label="Selected alert groups"
      className="fixed inset-x-0 bottom-6 z-30 mx-auto flex w-fit items-center gap-2 rounded-xl border border-line bg-raised p-2 pl-4 shadow-pop max-sm:inset-x-2 max-sm:bottom-16 max-sm:w-auto max-sm:flex-wrap"
    >
      <span className="mr-2 font-medium">
        {matching ? `All ${matching.count.toLocaleString('en')} that match` : `${rows.length} selected`}
      </span>
      <Button
        kind="act"
        whyNot={(matching ?? { firing }).firing === 0 && 'None of them is firing'}
        onClick={() => onAct('AcknowledgeAlertGroup')}
      >
        Acknowledge {!matching && someOf(firing, rows)} <Key>a</Key>
      </Button>
      <Button whyNot={open === 0 && 'All of them are resolved'} onClick={() => onAct('ResolveAlertGroup')}>
        Resolve {!matching && someOf(open, rows)} <Key>r</Key>
      </Button>
      {!matching && <LinkButton rows={rows} onDone={selection.clear} />}
      {!matching && (
        <SelectMore
          {...{ rows, selectable, matches }}
          onAll={selection.selectAll}
          onMatching={() => chooseMatching({ count: matches, firing: matchingFiring })}
        />
      )}
      <Button kind="quiet" onClick={selection.clear}>
        Clear
      </Button>
    </div>
  );
}
