import { ring, unlockBell } from '../../data/bell.js';
import { Button } from '../../ui/button.js';

/** What the two bells of an open tab sound like. */
export function Bells() {
  const sound = async (urgency: 'high' | 'low') => {
    await unlockBell();
    ring(urgency);
  };
  return (
    <div className="mt-3 mb-8 flex flex-wrap items-center gap-2">
      <p className="mr-2 text-muted">In an open tab you hear</p>
      <Button onClick={() => void sound('high')}>High bell</Button>
      <Button onClick={() => void sound('low')}>Low bell</Button>
    </div>
  );
}
