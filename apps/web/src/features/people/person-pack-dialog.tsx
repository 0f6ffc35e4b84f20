import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../../data/cache/api.js';
import { download, save } from '../../data/cache/download.js';
import { useCommand } from '../../data/cache/use-command.js';
import { useMe } from '../../data/session/session.js';
import { serverNow } from '../../data/time/clock.js';
import { fromLocalInput, toLocalInput } from '../../data/time/local-input.js';
import { Button } from '../../ui/button.js';
import { DateField } from '../../ui/date-field.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { TextArea } from '../../ui/field.js';

const month = 30 * 86_400_000;
type State = 'idle' | 'busy' | { readonly saved: string } | { readonly failed: string };

/** Exports an evidence pack of one person’s nights. Of somebody else’s with a reason: they are told, and get the same file. */
export function PersonPackDialog({ personId, name, onClose }: { personId: string; name: string; onClose: () => void }) {
  const isOwn = useMe().personId === personId;
  const [from, setFrom] = useState(() => toLocalInput(serverNow() - month));
  const [to, setTo] = useState(() => toLocalInput(serverNow()));
  const [comment, setComment] = useState('');
  const [state, setState] = useState<State>('idle');
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const command = useCommand('ExportPersonPack', 'export the pack');
  const period = { from: fromLocalInput(from), to: fromLocalInput(to) };
  const begin = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setState('busy');
    try {
      const reason = comment.trim();
      const data = { personId, from: period.from ?? '', to: period.to ?? '', ...(reason ? { comment: reason } : {}) };
      const { says } = await command.mutateAsync(data);
      const file = await download(`/exported-files/${String((says as Record<string, unknown>)['fileId'])}`, controller.signal, () => {});
      save(file);
      setState({ saved: file.name });
    } catch (error) {
      setState(controller.signal.aborted ? 'idle' : { failed: Object.values(wordsOf(error)).join(' ') });
    }
  };
  const missing = !isOwn && comment.trim() === '' && 'Say why first';
  return (
    <Dialog title={isOwn ? 'Export my nights' : `Export the nights of ${name}`} onClose={onClose}>
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
      <output className="mt-3 block min-h-5 text-xs">
        {state === 'busy' && 'Making the file…'}
        {typeof state === 'object' && 'saved' in state && `Saved ${state.saved}.`}
        {typeof state === 'object' && 'failed' in state && <span className="text-warn">{state.failed}</span>}
      </output>
      <DialogButtons>
        <Button onClick={onClose}>Close</Button>
        <Button
          kind="act"
          busy={state === 'busy'}
          whyNot={missing || (!(period.from && period.to) && 'Choose a period')}
          onClick={() => void begin()}
        >
          Export file
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
