import { useStore } from '../data/store.js';
import { dismiss, toasts, type Toast } from '../data/toasts.js';
import { Button } from './button.js';

export const Toasts = () => useStore(toasts).map((toast) => <ToastCard key={toast.id} {...toast} />);

export const ToastCard = ({ id, kind, title, detail, act }: Toast) => (
  <div
    className={`pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-lg border border-line p-3 shadow-pop ${kind === 'refused' ? 'bg-warn-tint' : 'bg-raised'}`}
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
);
