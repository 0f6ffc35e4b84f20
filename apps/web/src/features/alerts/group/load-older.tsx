import type { Older } from '../../../data/cache/use-older.js';
import { Button } from '../../../ui/button.js';

/** Pages in what the row does not hold; nothing where it holds all. */
export const LoadOlder = ({ older }: { older: Older<'ladders'> | Older<'alerts'> }) =>
  older.hasMore && (
    <Button kind="quiet" busy={older.isLoading} onClick={older.load}>
      Load older
    </Button>
  );
