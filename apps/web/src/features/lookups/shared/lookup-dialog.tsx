import type { LookupRow } from '@tocsin/contracts/lookups/noun.js';
import { useCommand } from '../../../data/cache/use-command.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { DialogButtons } from '../../../ui/dialog-buttons.js';
import { Check, TextField } from '../../../ui/field.js';
import { OwnedByFile } from '../../config-files/shared/owned-by-file.js';
import { TeamChoice, useTeamDraft } from '../../silences/shared/team-choice.js';
import { canPreview, draftOf, sourceOf, whyNot, type LookupDraft } from './lookup-draft.js';
import { LookupPreview } from './lookup-preview.js';
import { LookupSourceFields } from './lookup-source-fields.js';

/** Makes or changes a lookup table, with what recent alerts would get. */
export function LookupDialog({ row, onClose }: { row?: LookupRow; onClose: () => void }) {
  const [draft, put] = useTeamDraft<LookupDraft>('service.configure', () => draftOf(row, ''));
  const save = useCommand('SaveLookup', 'save the lookup table');
  const { teamId, name, matchOn, overrides, csv } = draft;
  const table = { ...(row ? { lookupId: row.id } : {}), teamId, matchOn, overrides };
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
      {canPreview(draft, row) && <LookupPreview table={{ ...table, ...(csv === null ? {} : { csv }) }} />}
      <DialogButtons>
        <Button
          kind="act"
          busy={save.isPending}
          whyNot={whyNot(draft, row)}
          onClick={() => save.mutate({ ...table, ...sourceOf(draft), name }, { onSuccess: onClose })}
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
