import { useRef } from 'react';
import { useCommand } from '../../data/use-command.js';
import { Button } from '../../ui/button.js';
import { useKeyboard } from '../../ui/use-keyboard.js';
import { useKept } from '../../ui/use-kept.js';

/** What was found, what was tried: for whoever comes next. The text stays until it is kept. */
export function NoteBox({ groupId, number }: { groupId: string; number: number }) {
  const { value: text, set: setText, forget } = useKept(`note:${groupId}`, () => '');
  const add = useCommand('AddNote', `add your note to #${number}; the text is still there`);
  const box = useRef<HTMLTextAreaElement>(null);
  useKeyboard([{ key: 'n', says: 'write a note', run: () => box.current?.focus() }]);
  // what was written on while it was sent is the next note
  const clear = () => {
    if (box.current?.value !== text) return;
    setText('');
    forget();
  };
  const send = () => text.trim() && add.mutate({ groupId, text }, { onSuccess: clear });
  return (
    <div className="mb-3 rounded-md border border-line bg-raised focus-within:border-line-strong">
      <textarea
        ref={box}
        aria-label="Note"
        rows={text ? 3 : 1}
        placeholder="Write what you see or try"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
        className="block w-full resize-y rounded-md bg-transparent px-2.5 py-1.5 outline-none max-sm:text-base"
      />
      {text && (
        <div className="flex justify-end p-1.5">
          <Button kind="act" busy={add.isPending} onClick={send}>
            Add the note
          </Button>
        </div>
      )}
    </div>
  );
}
