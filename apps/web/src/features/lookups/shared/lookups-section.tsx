import type { LookupRow } from '@tocsin/contracts/lookups/noun.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useEvery } from '../../../data/cache/use-view.js';
import { useMay } from '../../../data/session/session.js';
import { count } from '../../../data/words/sentence.js';
import { useNames } from '../../../data/words/names.js';
import { Button } from '../../../ui/button.js';
import { Confirm } from '../../../ui/confirm.js';
import { ResourceList } from '../../../ui/resource/resource-list.js';
import { FetchLookupButton, LookupFetchLine } from './lookup-fetch-line.js';
import { LookupDialog } from './lookup-dialog.js';

/** Tables by which alerts get further labels and links before they are routed. */
export function LookupsSection() {
  const may = useMay('service.configure');
  const reading = useEvery('lookups');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ResourceList
        id="lookups"
        title="Lookup tables"
        what="The lookup tables"
        reading={reading}
        rows={(reading.data?.rows ?? []).toSorted((one, other) => one.name.localeCompare(other.name))}
        renderLine={(row) => <LookupLine row={row} />}
        empty="No tables. With one, an alert of a host gets its owner, its runbook and other labels before it is routed."
        addButton={may && <Button onClick={() => setOpen(true)}>New table</Button>}
      />
      {isOpen && <LookupDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function LookupLine({ row }: { row: LookupRow }) {
  const { id: lookupId, teamId, name, matchOn, overrides, columns, rowCount, version } = row;
  const names = useNames();
  const may = useMay('service.configure', { teamId });
  const [isOpen, setOpen] = useState(false);
  const remove = useCommand('RemoveLookup', 'remove the lookup table');
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line/70 px-2 py-2">
      <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <span className="block font-medium">{name}</span>
        <span className="block text-muted">
          {teamId === null ? 'All teams' : names.team(teamId)} · {matchOn} gives {columns.slice(1).join(', ')}
          {overrides && ', also where the source says otherwise'} · {count(rowCount, 'row')} · version {version}
        </span>
        <LookupFetchLine row={row} />
      </span>
      {may && (
        <span className="flex flex-wrap">
          {row.host !== undefined && <FetchLookupButton row={row} />}
          <Button kind="quiet" aria-label={`Edit ${name}`} onClick={() => setOpen(true)}>
            Edit
          </Button>
          <Confirm
            label="Remove"
            title={`Remove ${name}`}
            says="The next alerts get nothing from it. Alerts that came keep what they got."
            act="Remove table"
            busy={remove.isPending}
            onConfirm={() => remove.mutate({ lookupId })}
          />
        </span>
      )}
      {isOpen && <LookupDialog row={row} onClose={() => setOpen(false)} />}
    </li>
  );
}
