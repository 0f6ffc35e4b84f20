import { useStore } from '../../data/store.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { DialogBoundary } from '../../ui/part-boundary.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { chooseMoment, isChoosing } from './choosing.js';

const MomentDialog = lazyPart(() => import('./moment-dialog.js'), 'MomentDialog');

/** The dialog that leads to a moment, and its key. */
export function ChooseMoment() {
  const isOpen = useStore(isChoosing);
  const close = () => isChoosing.set(false);
  useKeyboard([{ key: 'g t', says: 'go to a moment in the past', run: chooseMoment }]);
  if (!isOpen) return null;
  return (
    <DialogBoundary onClose={close}>
      <MomentDialog onClose={close} />
    </DialogBoundary>
  );
}
