import { store, type Store } from './store.js';

/** A notification beside the screen. `needs` a press: stays until it is dismissed. */
export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'refused';
  readonly title: string;
  readonly detail?: string;
  readonly act?: { readonly label: string; readonly run: () => void };
}

const visibleToasts = store<readonly Toast[]>([]);
export const toasts: Pick<Store<readonly Toast[]>, 'now' | 'on'> = visibleToasts;
let last = 0;

/** Says something for `seconds`; refusals stay longer, since a tired person reads slowly. */
export function say(toast: Omit<Toast, 'id'>, seconds = toast.kind === 'refused' ? 14 : 6): void {
  const id = ++last;
  visibleToasts.set([...visibleToasts.now().slice(-2), { ...toast, id }]);
  setTimeout(() => dismiss(id), seconds * 1_000);
}

/** Undoes the last action, while its toast offers it. */
export function undoLast(): void {
  const toast = visibleToasts.now().findLast(({ kind, act }) => kind === 'done' && act);
  if (!toast) return;
  dismiss(toast.id);
  toast.act?.run();
}

export const dismiss = (id: number): void => visibleToasts.set(visibleToasts.now().filter((toast) => toast.id !== id));
