import { store, type Store } from './store.js';

/** What the app says beside the screen. `needs` a press: stays until it is dismissed. */
export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'refused';
  readonly title: string;
  readonly detail?: string;
  readonly act?: { readonly label: string; readonly run: () => void };
}

const shown = store<readonly Toast[]>([]);
export const toasts: Pick<Store<readonly Toast[]>, 'now' | 'on'> = shown;
let last = 0;

/** Says something for `seconds`; refusals stay longer, since a tired person reads slowly. */
export function say(toast: Omit<Toast, 'id'>, seconds = toast.kind === 'refused' ? 14 : 6): void {
  const id = ++last;
  shown.set([...shown.now().slice(-2), { ...toast, id }]);
  setTimeout(() => dismiss(id), seconds * 1_000);
}

/** Takes back what was done last, while its toast offers it. */
export function undoLast(): void {
  const toast = shown.now().findLast(({ kind, act }) => kind === 'done' && act);
  if (!toast) return;
  dismiss(toast.id);
  toast.act?.run();
}

export const dismiss = (id: number): void => shown.set(shown.now().filter((toast) => toast.id !== id));
