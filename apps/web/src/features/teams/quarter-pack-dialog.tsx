import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useMay } from '../../data/session/session.js';
import { serverNow } from '../../data/time/clock.js';
import { ExportedFileDialog, NamesChoice } from '../history/shared/exported-file-dialog.js';
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
  const command = useCommand('ExportQuarterPack', 'export the pack');
  const record = () => command.mutateAsync({ teamId: of === team.id ? team.id : null, quarter, names });
  return (
    <ExportedFileDialog title="Export a quarter" record={record} onClose={onClose}>
      {(isBusy) => (
        <>
          <p className="text-muted">
            A ZIP with the alert groups that opened in it, what was done about them, figures by team, a report and a proof. Figures about
            fewer than five people of a team are left out. Of what senders wrote it has number, severity and title.
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
          <NamesChoice names={names} isBusy={isBusy} onChange={setNames} />
          <p className="mt-1 text-muted">
            {names ? 'The file names people, and says so on its cover.' : 'Nobody is named.'} The export is recorded.
          </p>
        </>
      )}
    </ExportedFileDialog>
  );
}
