import { Button } from './button.js';
import { Ago, At } from './time.js';

/** Notice that an unsaved draft was restored, with a button to discard it. */
export const RestoredDraft = ({ at, onDiscard }: { at: string; onDiscard: () => void }) => (
  <output className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line bg-panel px-3 py-2 sm:col-span-2">
    <span>
      Your unsaved changes from <At at={at} /> (<Ago at={at} />) are still here.
    </span>
    <Button kind="quiet" onClick={onDiscard}>
      Discard them
    </Button>
  </output>
);
