import { useStore } from '../../data/store.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { DialogBoundary } from '../../ui/part-boundary.js';
import { isChoosing } from './choosing.js';

const MomentDialog = lazyPart(() => import('./moment-dialog.js'), 'MomentDialog');

/** The dialog that leads to a moment. */
export function ChooseMoment() {
  const isOpen = useStore(isChoosing);
  const close = () => isChoosing.set(false);
  if (!isOpen) return null;
  return (
    <DialogBoundary onClose={close}>
      <MomentDialog onClose={close} />
    </DialogBoundary>
  );
}
