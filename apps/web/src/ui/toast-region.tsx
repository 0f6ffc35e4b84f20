import { useStore } from '../data/store.js';
import { dismiss, toasts } from '../data/toasts.js';
import { Button } from './button.js';

/** What the app says beside the screen: politely, one below the other, over everything. */
export function ToastRegion() {
  const shown = useStore(toasts);
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex flex-col items-center gap-2 p-3 max-sm:bottom-14 sm:items-end sm:p-5"
    >
      {shown.map(({ id, kind, title, detail, act }) => (
        <div
          key={id}
          className={`pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-lg border border-line p-3 shadow-pop ${kind === 'refused' ? 'bg-warn-ground' : 'bg-raised'}`}
        >
          <div className="min-w-0 flex-1">
            <p className="font-medium">{title}</p>
            {detail && <p className="text-muted">{detail}</p>}
          </div>
          {act && (
            <Button
              onClick={() => {
                dismiss(id);
                act.run();
              }}
            >
              {act.label}
            </Button>
          )}
          <Button kind="quiet" className="!px-2" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ✕
          </Button>
        </div>
      ))}
    </section>
  );
}
