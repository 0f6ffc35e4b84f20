import { useId, useLayoutEffect, useRef } from 'react';
import { useCommand } from '../../../../data/cache/use-command.js';
import { Button } from '../../../../ui/button.js';
import { useKeyboard } from '../../../../ui/use-keyboard.js';
import { useStoredState } from '../../../../data/session/use-stored-state.js';
import { MentionList } from './mention-list.js';
import { useMentions } from './use-mentions.js';

/** The box for a new note. The text stays until it is saved. */
export function NoteBox({ groupId, number }: { groupId: string; number: number }) {
  const { value: text, set: setText, forget } = useStoredState(`note:${groupId}`, () => '');
  const add = useCommand('AddNote', `add your note to #${number}; the text is still there`);
  const box = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const caret = useRef<number | null>(null);
  const put = (next: string, at: number) => {
    caret.current = at;
    setText(next);
  };
  // a layout effect, together with the text: otherwise the next character typed would land before the inserted text
  useLayoutEffect(() => {
    if (caret.current === null) return;
    box.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const { suggestions, active, moved, choose, onKey, toSend } = useMentions({ text, put });
  useKeyboard([{ key: 'n', says: 'write a note', run: () => box.current?.focus() }]);
  // text typed while sending becomes the next note
  const clear = () => {
    if (box.current?.value !== text) return;
    setText('');
    forget();
  };
  const send = () => text.trim() && add.mutate({ groupId, text: toSend(text) }, { onSuccess: clear });
  const isOpen = suggestions.length > 0;
  return (
    <div className="mb-3 rounded-md border border-line bg-panel focus-within:border-line-field">
      <textarea
        ref={box}
        aria-label="Note"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}-${active}` : undefined}
        rows={text ? 3 : 1}
        placeholder="Add a note. Markdown works, @ mentions people"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          moved(target.selectionStart);
        }}
        onBlur={() => moved(null)}
        onKeyDown={(event) => !onKey(event) && event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
        className="block w-full resize-y rounded-md bg-transparent px-2.5 py-1.5 outline-none max-sm:text-base"
      />
      {isOpen && <MentionList id={list} suggestions={suggestions} active={active} onChoose={choose} />}
      {text && (
        <div className="flex justify-end p-1.5">
          <Button kind="act" busy={add.isPending} onClick={send}>
            Add note
          </Button>
        </div>
      )}
    </div>
  );
}
