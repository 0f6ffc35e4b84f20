import type { LookupRow } from '@tocsin/contracts/lookups/noun.js';
import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { Check, TextField } from '../../../ui/field.js';
import { OwnedByFile } from '../../config-files/shared/owned-by-file.js';
import { TeamChoice, useTeamsFor } from '../../silences/shared/team-choice.js';
import { LookupPreview } from './lookup-preview.js';
import { LookupSourceFields, type SourceDraft } from './lookup-source-fields.js';

interface Draft extends SourceDraft {
  readonly teamId: string | null;
  readonly name: string;
  readonly matchOn: string;
  readonly overrides: boolean;
}

const noSource: SourceDraft = { kind: 'file', csv: null, address: '', header: '' };

const tooLong = `At most ${lookupLimits.csvCharacters.toLocaleString('en-GB')} characters`;

const whyNot = ({ name, matchOn, kind, csv, address, header }: Draft, row: LookupRow | undefined): string | false =>
  (name.trim() === '' && 'Name the table') ||
  (matchOn.trim() === '' && 'Name a label') ||
  (kind === 'file' && csv === null && (!row || row.host !== undefined) && 'Choose a file') ||
  (kind === 'address' && address.trim() === '' && (row?.host === undefined || header.trim() !== '') && 'Enter the address') ||
  ((csv?.length ?? 0) > lookupLimits.csvCharacters && tooLong);

/** Makes or changes a lookup table, with what recent alerts would get. */
export function LookupDialog({ row, onClose }: { row?: LookupRow; onClose: () => void }) {
  const teams = useTeamsFor('service.configure');
  const [draft, setDraft] = useState<Draft>(() =>
    row
      ? { ...row, ...noSource, kind: row.host === undefined ? 'file' : 'address' }
      : { ...noSource, teamId: teams[0]?.id ?? '', name: '', matchOn: '', overrides: false },
  );
  const save = useCommand('SaveLookup', 'save the lookup table');
  const put = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const { teamId, name, matchOn, overrides, csv, kind, address, header } = draft;
  const reason = whyNot(draft, row);
  const table = { ...(row ? { lookupId: row.id } : {}), teamId, matchOn, overrides, ...(csv === null ? {} : { csv }) };
  const source =
    kind === 'address' && address.trim() !== ''
      ? { address: address.trim(), ...(header.trim() === '' ? {} : { header: header.trim() }) }
      : {};
  return (
    <Dialog title={row ? `Edit ${row.name}` : 'New lookup table'} wide onClose={onClose}>
      {row && <OwnedByFile id={row.id} />}
      <div className="space-y-4">
        <TextField label="Name" value={name} onChange={({ target }) => put({ name: target.value })} />
        {!row && <TeamChoice value={teamId} onChange={(chosen) => put({ teamId: chosen })} permission="service.configure" />}
        <TextField
          label="Look up by"
          hint="A label such as host. Where an alert has no such label: its name, summary or severity."
          value={matchOn}
          onChange={({ target }) => put({ matchOn: target.value })}
        />
        <LookupSourceFields draft={draft} host={row?.host} isNew={row === undefined} onPut={put} />
        <Check
          label="Replace labels that the source sends"
          checked={overrides}
          onChange={({ target }) => put({ overrides: target.checked })}
        />
      </div>
      {(csv !== null || (row && (kind === 'file') === (row.host === undefined))) &&
        (csv?.length ?? 0) <= lookupLimits.csvCharacters &&
        matchOn.trim() !== '' && <LookupPreview table={table} />}
      <DialogButtons>
        <Button
          kind="act"
          busy={save.isPending}
          whyNot={reason}
          onClick={() => save.mutate({ ...table, ...source, name }, { onSuccess: onClose })}
        >
          Save table
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
