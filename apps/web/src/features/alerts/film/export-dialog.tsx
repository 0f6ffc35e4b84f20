import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import { whoMay } from '@tocsin/contracts/who-may.js';
import { useState } from 'react';
import { useCommand } from '../../../data/cache/use-command.js';
import { useMay } from '../../../data/session/session.js';
import { BarredHint } from '../../../ui/barred-hint.js';
import { ExportedFileDialog, NamesChoice } from '../../history/shared/exported-file-dialog.js';

const kinds = {
  film: { says: 'Film: one HTML file, which plays without Tocsin', permission: 'film.export' },
  pack: { says: 'Evidence pack: a ZIP with report, film, proof and its verifier', permission: 'pack.group' },
} as const;
type Kind = keyof typeof kinds;

/** Exports the group as a file. The export is recorded before the file is made. */
export function ExportDialog({ row, onClose }: { row: AlertGroupRow; onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('film');
  const [names, setNames] = useState(false);
  const commands = { film: useCommand('ExportFilm', 'export the film'), pack: useCommand('ExportGroupPack', 'export the pack') };
  const { teamId } = row;
  const may = { film: useMay('film.export', { teamId }), pack: useMay('pack.group', { teamId }) };
  const record = () => commands[kind].mutateAsync({ groupId: row.id, names });
  return (
    <ExportedFileDialog title={`Export #${row.number}`} record={record} whyNot={!may[kind] && 'You may not export it'} onClose={onClose}>
      {(isBusy) => (
        <>
          <fieldset className="grid gap-1.5" disabled={isBusy}>
            <legend className="sr-only">What to export</legend>
            {(Object.keys(kinds) as Kind[]).map((one) => (
              <label key={one} className="flex items-center gap-2">
                <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} className="accent-act" />
                {kinds[one].says}
              </label>
            ))}
          </fieldset>
          <NamesChoice names={names} isBusy={isBusy} onChange={setNames} />
          <p className="mt-1 text-muted">
            {names ? 'The file names people.' : 'People are called Person A, B, C.'} Addresses are left out; notes and alerts are as they
            were written, without what was redacted.{' '}
            {kind === 'pack' &&
              `The proof has events as they are on the log, with people’s ids; one with ${names ? 'an address' : 'a name or an address'} in it is a hash there. `}
            The export is recorded in the history, and nothing in the file can be erased later.
          </p>
          {!may[kind] && <BarredHint className="mt-3">Only {whoMay(kinds[kind].permission)} can export it.</BarredHint>}
        </>
      )}
    </ExportedFileDialog>
  );
}
