import type { Older } from '../../../data/cache/use-older.js';
import { Button } from '../../../ui/button.js';

/** A button that loads the older parts of a row; nothing when there are none. */
export const LoadOlder = ({ older }: { older: Older<'ladders'> | Older<'alerts'> }) =>
  older.hasMore && (
    <Button kind="quiet" busy={older.isLoading} onClick={older.load}>
      Load older
    </Button>
  );
