import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useExportedFile } from '../../data/cache/use-exported-file.js';
import { useMay } from '../../data/session/session.js';
import { serverNow } from '../../data/time/clock.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { SelectField } from '../../ui/select.js';

/** The newest first: the present one, and two years before it. */
const quarters = (now: number): readonly string[] => {
  const newest = new Date(now).getUTCFullYear() * 4 + Math.floor(new Date(now).getUTCMonth() / 3);
  return Array.from({ length: 9 }, (_, n) => `${Math.floor((newest - n) / 4)}-Q${((newest - n) % 4) + 1}`);
};

export function QuarterPackDialog({ team, onClose }: { team: Pick<TeamRow, 'id' | 'name'>; onClose: () => void }) {
  const [choices] = useState(() => quarters(serverNow()));
  const [quarter, setQuarter] = useState(choices[0]!);
  const [of, setOf] = useState(team.id);
  const [names, setNames] = useState(false);
  const mayAll = useMay('pack.quarter', { everywhere: true });
  const file = useExportedFile();
  const command = useCommand('ExportQuarterPack', 'export the pack');
  const begin = (): Promise<void> => file.begin(() => command.mutateAsync({ teamId: of === team.id ? team.id : null, quarter, names }));
  return (
    <Dialog title="Export a quarter" onClose={onClose}>
      <p className="text-muted">
        A ZIP with the alert groups that opened in it, what was done about them, figures by team, a report and a proof. Figures about fewer
        than five people of a team are left out. Of what senders wrote it has number, severity and title.
      </p>
      <div className="mt-4 grid gap-4">
        <SelectField label="Quarter" value={quarter} onChange={({ target }) => setQuarter(target.value)}>
          {choices.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
        {mayAll && (
          <SelectField label="Of" value={of} onChange={({ target }) => setOf(target.value)}>
            <option value={team.id}>{team.name}</option>
            <option value="">all teams</option>
          </SelectField>
        )}
      </div>
      <label className="mt-4 flex items-center gap-2">
        <input
          type="checkbox"
          checked={names}
          disabled={file.isBusy}
          onChange={({ target }) => setNames(target.checked)}
          className="accent-act"
        />
        With people’s names
      </label>
      <p className="mt-1 text-muted">
        {names ? 'The file names people, and says so on its cover.' : 'Nobody is named.'} The export is recorded.
      </p>
      <output className={`mt-3 block min-h-5 text-xs tabular-nums ${file.isFailure ? 'text-warn' : ''}`}>{file.says}</output>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
        <Button kind="act" busy={file.isBusy} onClick={() => void begin()}>
          Export file
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
