import { Button } from './button.js';

interface Props {
  /** The values when editing began, and the current ones: only differences are shown. */
  was: Readonly<Record<string, string>>;
  is: Readonly<Record<string, string>>;
  words?: Readonly<Record<string, string>>;
  onKeep: () => void;
  onDiscardOwn: () => void;
}

/** Another person saved in the meantime: lists their changes. Own input stays until it is kept or discarded. */
export function Conflict({ was, is, words = noWords, onKeep, onDiscardOwn }: Props) {
  // removed entries count as changed, too
  const changed = Object.keys({ ...is, ...was }).filter((key) => was[key] !== is[key]);
  return (
    <div role="alert" className="mb-4 rounded-lg border border-line bg-warn-tint p-4 sm:col-span-2">
      <p className="font-medium">Someone else saved this in the meantime. Your changes are kept here, and nothing was overwritten.</p>
      <ul className="mt-2 space-y-1">
        {changed.map((key) => (
          <li key={key} className="wrap-anywhere">
            <span className="text-muted">{words[key] ?? wordsOfKey(key)}: </span>
            <del className="text-muted">{was[key] === undefined ? 'none' : was[key] || 'empty'}</del> →{' '}
            <ins className="font-medium no-underline">{is[key] === undefined ? 'removed' : is[key] || 'empty'}</ins>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={onKeep}>Overwrite with mine</Button>
        <Button onClick={onDiscardOwn}>Use theirs</Button>
      </div>
    </div>
  );
}

const noWords = {};
const wordsOfKey = (key: string) => key.replace(/Id$/, '').replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
