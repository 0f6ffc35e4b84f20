import { ChevronDown } from 'lucide-react';
import { Button, ComboBox, Header, Input, ListBox, ListBoxItem, ListBoxSection, Popover, type Key } from 'react-aria-components';
import { useContext, useState, type ReactNode } from 'react';
import { ComboBoxStateContext } from 'react-aria-components';
import { useBarred } from './use-barred.js';
import { matchIn } from './fold.js';
import { TopLayer } from './top-layer.js';

export interface ComboOption {
  readonly id: string;
  readonly label: string;
  /** At its end: what decides, as an offset, or where somebody is on call. */
  readonly hint?: string | undefined;
  /** Before its label: an avatar. */
  readonly icon?: ReactNode;
  /** Its heading; options of one heading follow each other. */
  readonly group?: string;
}

export interface ComboProps {
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  options: readonly ComboOption[];
  value: string;
  onChoose: (id: string) => void;
  disabled?: boolean;
  placeholder?: string;
  /** Of the box around the input. */
  className: string;
}

/** More than these aren’t drawn: typing finds them. */
const mostShown = 200;

/** The options that match what is typed; all of them while it only names the chosen one. */
function matching(options: readonly ComboOption[], value: string, typed: string): readonly ComboOption[] {
  const isChosen = options.find(({ id }) => id === value)?.label === typed;
  const found = typed === '' || isChosen ? options : options.filter(({ label }) => matchIn(label, typed) !== null);
  const first = found.slice(0, mostShown);
  const chosen = options.find(({ id }) => id === value);
  return chosen && !first.includes(chosen) ? [...first, chosen] : first;
}

/** A choice among many: typed, without regard to accents; ↑ ↓ and Enter choose, Escape leaves what was. */
export function Combobox({ options, value, onChoose, disabled = false, placeholder = '', className, ...aria }: ComboProps) {
  const barred = useBarred();
  const [typed, setTyped] = useState('');
  const isLong = options.length > mostShown;
  return (
    <ComboBox
      aria-label={aria['aria-label'] ?? ''}
      {...(aria['aria-labelledby'] ? { 'aria-labelledby': aria['aria-labelledby'] } : {})}
      aria-describedby={aria['aria-describedby'] ?? barred ?? ''}
      isDisabled={disabled}
      isInvalid={aria['aria-invalid'] === true}
      onInputChange={setTyped}
      selectedKey={value === '' ? null : value}
      onSelectionChange={(key: Key | null) => key !== null && key !== value && onChoose(String(key))}
      defaultFilter={(text, part) => part === '' || matchIn(text, part) !== null}
      menuTrigger="focus"
      className="inline-flex min-w-0 flex-1"
    >
      <div
        className={`${className} flex items-center gap-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input[aria-invalid]]:border-warn`}
      >
        <Input
          placeholder={placeholder}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-1 bg-transparent outline-none disabled:text-faint"
        />
        {/* a button that can’t be pressed would have to say why, as its field does */}
        {!disabled && barred === undefined && (
          <Button className="-mr-1.5 grid size-6 shrink-0 place-items-center text-faint outline-none">
            <ChevronDown aria-hidden size={14} strokeWidth={1.75} />
          </Button>
        )}
      </div>
      <Choices options={isLong ? matching(options, value, typed) : options} isCut={isLong} />
    </ComboBox>
  );
}

/** The list, under its headings. */
function Choices({ options, isCut }: Pick<ComboProps, 'options'> & { isCut: boolean }) {
  const isOpen = useContext(ComboBoxStateContext)?.isOpen ?? false;
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <TopLayer isOpen={isOpen}>
      {(layer) => (
        <Popover
          UNSTABLE_portalContainer={layer}
          className="pointer-events-auto max-h-80 min-w-(--trigger-width) overflow-auto rounded-lg border border-line-button bg-raised p-1 text-ink shadow-pop"
        >
          <ListBox className="outline-none" renderEmptyState={() => <p className="px-2 py-1.5 text-muted">Nothing found</p>}>
            {groups.map((group) => {
              const items = options
                .filter((option) => option.group === group)
                .map((option) => (
                  <ListBoxItem
                    key={option.id}
                    id={option.id}
                    textValue={option.label}
                    className="flex min-h-8 cursor-pointer items-center gap-2 rounded-[6px] px-2 py-1 outline-none data-focused:bg-pressed data-selected:font-medium max-sm:min-h-11"
                  >
                    {option.icon}
                    <Matched text={option.label} />
                    {option.hint && <span className="ml-auto pl-3 text-xs font-normal whitespace-nowrap text-muted">{option.hint}</span>}
                  </ListBoxItem>
                ));
              return group === undefined ? (
                items
              ) : (
                <ListBoxSection key={group}>
                  <Header className="px-2 pt-2 pb-1 text-xs font-medium text-faint">{group}</Header>
                  {items}
                </ListBoxSection>
              );
            })}
          </ListBox>
          {isCut && <p className="px-2 py-1.5 text-xs text-muted">Type to find more.</p>}
        </Popover>
      )}
    </TopLayer>
  );
}

/** What was typed stands out in what it found. */
function Matched({ text }: { text: string }) {
  const state = useContext(ComboBoxStateContext);
  const typed = state?.inputValue ?? '';
  const match = typed === state?.selectedItem?.textValue ? null : matchIn(text, typed);
  if (!match) return <span className="min-w-0 truncate">{text}</span>;
  const [from, to] = match;
  return (
    <span className="min-w-0 truncate">
      {text.slice(0, from)}
      <b className="font-semibold">{text.slice(from, to)}</b>
      {text.slice(to)}
    </span>
  );
}
