/** What the app says beside the screen. `needs` a press: stays until it is dismissed. */
export interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'refused';
  readonly title: string;
  readonly detail?: string;
  readonly act?: { readonly label: string; readonly run: () => void };
}

const shown = { toasts: [] as readonly Toast[] };
const listeners = new Set<() => void>();
let last = 0;

const show = (toasts: readonly Toast[]) => {
  shown.toasts = toasts;
  listeners.forEach((listener) => listener());
};

/** Says something for `seconds`; refusals stay longer, since a tired person reads slowly. */
export function say(toast: Omit<Toast, 'id'>, seconds = toast.kind === 'refused' ? 14 : 6): void {
  const id = ++last;
  show([...shown.toasts.slice(-2), { ...toast, id }]);
  setTimeout(() => dismiss(id), seconds * 1_000);
}

/** Takes back what was done last, while its toast offers it. */
export function undoLast(): void {
  const toast = shown.toasts.findLast(({ kind, act }) => kind === 'done' && act);
  if (!toast) return;
  dismiss(toast.id);
  toast.act?.run();
}

export const dismiss = (id: number): void => show(shown.toasts.filter((toast) => toast.id !== id));
export const toastsNow = (): readonly Toast[] => shown.toasts;
export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
