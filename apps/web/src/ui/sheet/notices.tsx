import { serverNow } from '../../data/time/clock.js';
import { Conflict } from '../conflict.js';
import { Copy } from '../copy.js';
import { Panel } from '../panel.js';
import { RestoredDraft } from '../restored-draft.js';
import { ToastCard } from '../toasts.js';

const nothing = () => undefined;

export const Notices = () => (
  <Panel title="Toasts, drafts, conflicts">
    <div className="grid gap-4 lg:grid-cols-2">
      <div className="grid content-start gap-2">
        <ToastCard id={-1} kind="done" title="You acknowledged 4 alert groups" act={{ label: 'Undo', run: nothing }} />
        <ToastCard id={-2} kind="refused" title="Couldn’t acknowledge #12" detail="It is resolved. Nothing was changed." />
        <Copy label="Address" text="https://tocsin.example.org/alerts/12" />
      </div>
      <div className="grid content-start gap-4">
        <RestoredDraft at={new Date(serverNow()).toISOString()} onDiscard={nothing} />
        <Conflict was={{ name: 'Payments primary' }} is={{ name: 'Payments, days' }} onKeep={nothing} onDiscardOwn={nothing} />
      </div>
    </div>
  </Panel>
);
