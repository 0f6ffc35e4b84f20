import type { LookupRow } from '@tocsin/contracts/lookups/noun.js';
import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { Check, TextField } from '../../../ui/field.js';
import { FileField } from '../../../ui/file-field.js';
import { TeamChoice, useTeamDraft } from '../../silences/shared/team-choice.js';
import { LookupPreview } from './lookup-preview.js';

interface Draft {
  readonly teamId: string | null;
  readonly name: string;
  readonly matchOn: string;
  readonly overrides: boolean;
  /** Null: no file was chosen. */
  readonly csv: string | null;
}

const tooLong = `At most ${lookupLimits.csvCharacters.toLocaleString('en-GB')} characters`;

const whyNot = ({ name, matchOn, csv }: Draft, isNew: boolean): string | false =>
  (name.trim() === '' && 'Name the table') ||
  (matchOn.trim() === '' && 'Name a label') ||
  (isNew && csv === null && 'Choose a file') ||
  ((csv?.length ?? 0) > lookupLimits.csvCharacters && tooLong);

/** Makes or changes a lookup table, with what recent alerts would get. */
export function LookupDialog({ row, onClose }: { row?: LookupRow; onClose: () => void }) {
  const [draft, put] = useTeamDraft<Draft>('service.configure', () =>
    row ? { ...row, csv: null } : { teamId: '', name: '', matchOn: '', overrides: false, csv: null },
  );
  const save = useCommand('SaveLookup', 'save the lookup table');
  const { teamId, name, matchOn, overrides, csv } = draft;
  const reason = whyNot(draft, row === undefined);
  const table = { ...(row ? { lookupId: row.id } : {}), teamId, matchOn, overrides, ...(csv === null ? {} : { csv }) };
  return (
    <Dialog title={row ? `Edit ${row.name}` : 'New lookup table'} wide onClose={onClose}>
      <div className="space-y-4">
        <TextField label="Name" value={name} onChange={({ target }) => put({ name: target.value })} />
        {!row && <TeamChoice value={teamId} onChange={(chosen) => put({ teamId: chosen })} permission="service.configure" />}
        <TextField
          label="Look up by"
          hint="A label such as host. Where an alert has no such label: its name, summary or severity."
          value={matchOn}
          onChange={({ target }) => put({ matchOn: target.value })}
        />
        <FileField
          label={row ? 'Replace the rows' : 'CSV file'}
          hint="With a header. The first column has the values to look up; each other one becomes a label, and runbook, dashboard and link become links."
          accept=".csv,text/csv,text/plain"
          onFile={(file) => void (file ? file.text().then((text) => put({ csv: text })) : put({ csv: null }))}
        />
        <Check
          label="Replace labels that the source sends"
          checked={overrides}
          onChange={({ target }) => put({ overrides: target.checked })}
        />
      </div>
      {(csv !== null || row) && (csv?.length ?? 0) <= lookupLimits.csvCharacters && matchOn.trim() !== '' && (
        <LookupPreview table={table} />
      )}
      <DialogButtons>
        <Button kind="act" busy={save.isPending} whyNot={reason} onClick={() => save.mutate({ ...table, name }, { onSuccess: onClose })}>
          Save table
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
