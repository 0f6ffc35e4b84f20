import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, matchesGlob, sep } from 'node:path';
import { DockerfileParser, type From, type Instruction } from 'dockerfile-ast';

const lineOf = (instruction: Instruction): number => instruction.getRange().start.line;

/** What the Dockerfile says, for those who have no container engine. */
export class Image {
  private readonly file = DockerfileParser.parse(readFileSync('Dockerfile', 'utf8'));

  /** What the container’s processes have in their environment. */
  get environment(): Readonly<Record<string, string>> {
    const pairs = this.file.getENVs().flatMap((env) => env.getProperties());
    return Object.fromEntries(pairs.map((pair) => [pair.getName(), pair.getValue() ?? '']));
  }

  /** The words that the container starts with. */
  get command(): readonly string[] {
    return wordsOf(this.last('CMD').getArgumentsContent());
  }

  /** The words that an engine asks with how it is. */
  get healthCheck(): readonly string[] {
    return wordsOf(/CMD\s+(\[.*\])/s.exec(this.last('HEALTHCHECK').getArgumentsContent() ?? '')?.[1]);
  }

  /**
   * Builds in `context`, from what an engine would be given and the packages that are installed here, and puts what the last stage copies into
   * `to`. What was built here before, from the same files, is not built again.
   */
  build(context: string, to: string): void {
    giveContext(context);
    for (const built of ['dist', ...globSync('.cache/build-*.stamp')]) cpSync(built, join(context, built), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(context, 'node_modules'));
    const [source] = this.last('COPY').getArguments();
    const runs = this.named('RUN').filter((run) => lineOf(run) < lineOf(this.stages.at(-1)!));
    for (const run of runs) {
      const [program, ...args] = run.getArgumentsContent()!.split(' ');
      if (program === 'npm') continue;
      execFileSync(
        program!,
        args.map((arg) => (arg === source!.getValue() ? to : arg)),
        { cwd: context, stdio: 'pipe' },
      );
    }
  }

  private get stages(): readonly From[] {
    return this.file.getFROMs();
  }

  private named(keyword: string): readonly Instruction[] {
    return this.file.getInstructions().filter((each) => each.getKeyword() === keyword);
  }

  private last(keyword: string): Instruction {
    return this.named(keyword).at(-1)!;
  }
}

const wordsOf = (list: string | null | undefined): readonly string[] => JSON.parse(list ?? '[]') as string[];

/** The files that `.dockerignore` lets through: the last line that fits a file, or a folder that it is in, counts. */
function giveContext(to: string): void {
  const rules = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean);
  const fits = (path: string, pattern: string): boolean =>
    matchesGlob(path, pattern) || (path.includes(sep) && fits(dirname(path), pattern));
  const passes = (path: string): boolean => rules.findLast((rule) => fits(path, rule.replace(/^!/, '')))?.startsWith('!') ?? true;
  for (const path of globSync('**/*', { exclude: ['node_modules/**', 'tools/**', 'dist/**', '.cache/**', '.git/**'] }).concat(
    '.npmrc',
    '.swcrc',
  )) {
    if (!passes(path) || !statSync(path).isFile()) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(path, join(to, path));
  }
}
