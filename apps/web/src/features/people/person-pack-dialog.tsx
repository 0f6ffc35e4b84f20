import { useState } from 'react';
import { useCommand } from '../../data/cache/use-command.js';
import { useMe } from '../../data/session/session.js';
import { serverNow } from '../../data/time/clock.js';
import { fromLocalInput, toLocalInput } from '../../data/time/local-input.js';
import { DateField } from '../../ui/date-field.js';
import { ExportedFileDialog } from '../history/shared/exported-file-dialog.js';
import { TextArea } from '../../ui/field.js';

const month = 30 * 86_400_000;

/** Exports an evidence pack of one person’s nights. Of somebody else’s with a reason: they are told, and get the same file. */
export function PersonPackDialog({ personId, name, onClose }: { personId: string; name: string; onClose: () => void }) {
  const isOwn = useMe().personId === personId;
  const [from, setFrom] = useState(() => toLocalInput(serverNow() - month));
  const [to, setTo] = useState(() => toLocalInput(serverNow()));
  const [comment, setComment] = useState('');
  const command = useCommand('ExportPersonPack', 'export the pack');
  const period = { from: fromLocalInput(from), to: fromLocalInput(to) };
  const reason = comment.trim();
  const record = () =>
    command.mutateAsync({ personId, from: period.from ?? '', to: period.to ?? '', ...(reason ? { comment: reason } : {}) });
  const missing = !isOwn && reason === '' && 'Say why first';
  return (
    <ExportedFileDialog
      title={isOwn ? 'Export my nights' : `Export the nights of ${name}`}
      record={record}
      whyNot={missing || (!(period.from && period.to) && 'Choose a period')}
      onClose={onClose}
    >
      {() => (
        <>
          <p className="text-muted">
            A ZIP with each page to {isOwn ? 'you' : name}, its outcome, a report and a proof. It shows nobody else.
            {!isOwn && ` ${name} is told at once, with your reason, and gets the same file.`}
          </p>
          <div className="mt-4 grid gap-4">
            <DateField label="From" kind="datetime" isPast value={from} onChange={setFrom} max={to} />
            <DateField label="To" kind="datetime" isPast value={to} onChange={setTo} max={toLocalInput(serverNow())} />
            {!isOwn && (
              <TextArea label="Reason" rows={3} maxLength={1_000} value={comment} onChange={({ target }) => setComment(target.value)} />
            )}
          </div>
        </>
      )}
    </ExportedFileDialog>
  );
}
