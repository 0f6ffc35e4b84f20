import { useState, type ReactNode } from 'react';
import { ApiError } from '../../data/cache/api.js';
import { Button } from '../button.js';
import { Dialog } from '../dialog.js';
import { DialogButtons } from '../dialog-buttons.js';

type Problem = NonNullable<ApiError['problem']>;
/** What uses the thing that was to be removed. */
export type Blocker = NonNullable<Problem['inTheWay']>[number];

interface DialogProps {
  title: string;
  /** What follows. */
  says: string;
  act: string;
  /** Rejects with the refusal. */
  onRemove: () => Promise<unknown>;
  /** A link to what is in the way; left out: its name alone. */
  renderBlocker?: (blocker: Blocker) => ReactNode;
  onClose: () => void;
}

/** The button that had the focus is gone. */
const focusOn = (button: HTMLButtonElement | null): void => button?.focus();
const nameOf = ({ name }: Blocker): string => name;

/** Asks once, and closes when it is removed. What is in the way is listed here; any other refusal is a notice. */
export function RemovalDialog({ title, says, act, onRemove, renderBlocker = nameOf, onClose }: DialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const remove = async () => {
    setBusy(true);
    const refusal = await onRemove().then(
      () => null,
      (error: unknown) => (error instanceof ApiError ? error.problem : null),
    );
    setBusy(false);
    if (refusal?.inTheWay?.length) setProblem(refusal);
    else onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {problem ? (
        <InTheWay problem={problem} blockers={problem.inTheWay ?? []} renderBlocker={renderBlocker} onClose={onClose} />
      ) : (
        <>
          <p>{says}</p>
          <DialogButtons>
            <Button kind="final" busy={isBusy} onClick={() => void remove()}>
              {act}
            </Button>
            <Button kind="quiet" onClick={onClose}>
              Cancel
            </Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  );
}

interface InTheWayProps extends Required<Pick<DialogProps, 'renderBlocker' | 'onClose'>> {
  problem: Problem;
  blockers: readonly Blocker[];
}

function InTheWay({ problem: { params, todo }, blockers, renderBlocker, onClose }: InTheWayProps) {
  const more = Number(params?.['count'] ?? blockers.length) - blockers.length;
  return (
    <>
      <div role="alert">
        <p>It can’t be removed while these use it:</p>
        <ul className="my-2 list-disc pl-5">
          {blockers.map((one) => (
            <li key={one.id}>{renderBlocker(one)}</li>
          ))}
          {more > 0 && <li>and {more.toLocaleString('en')} more</li>}
        </ul>
        <p>{todo}</p>
      </div>
      <DialogButtons>
        <Button kind="quiet" ref={focusOn} onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </>
  );
}

/** The button of a line that removes it. `title`: names what is removed, for who hears the button alone. */
export function Removal({ label, title = label, ...dialog }: Omit<DialogProps, 'title' | 'onClose'> & { label: string; title?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" aria-label={title === label ? undefined : title} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <RemovalDialog title={title} {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}
