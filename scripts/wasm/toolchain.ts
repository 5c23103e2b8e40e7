/** Finds the tools that compile Rust to WebAssembly, and installs missing ones. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from '../debian.ts';
import { crate, root, type BuildRecord } from './sources.ts';

const TARGET = 'wasm32-unknown-unknown';

/** How to call cargo for the target. */
export interface Toolchain {
  env: NodeJS.ProcessEnv;
  /** Arguments for cargo beside the profile. */
  cargo: string[];
  /** The folder of the standard library's source. */
  sysroot: string;
  cargoHome: string;
  tools: BuildRecord['tools'];
}

/** A program's standard output; null if it does not exist or fails. */
export function output(command: string, args: string[], env: NodeJS.ProcessEnv = process.env): string | null {
  const { status, stdout } = spawnSync(command, args, { env, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Whether this rustc has the target's compiled standard library; an empty folder does not count. */
function hasTarget(env: NodeJS.ProcessEnv): boolean {
  const folder = output('rustc', ['--print', 'target-libdir', '--target', TARGET], env);
  return (
    folder !== null && existsSync(folder) && readdirSync(folder).some((name) => name.startsWith('libcore'))
  );
}

/** The version of a package in the crate's lock file. */
function locked(name: string): string {
  const lock = readFileSync(join(crate, 'Cargo.lock'), 'utf8');
  const version = new RegExp(`name = "${name}"\nversion = "([^"]+)"`).exec(lock)?.[1];
  if (version === undefined) throw new Error(`${name} is not in psi-wasm/Cargo.lock`);
  return version;
}

export function cargoInstall(env: NodeJS.ProcessEnv, ...args: string[]): void {
  console.error(`Installing ${args[0]} with cargo; this takes some minutes.`);
  const { status } = spawnSync('cargo', ['install', ...args], { env, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`cargo install ${args.join(' ')} failed`);
}

/** Debian's compiler lacks the target's compiled standard library but has its source. */
function debian(path: string): { env: NodeJS.ProcessEnv; cargo: string[] } {
  ensureDebianPackages(
    ['rustc-web', 'cargo-web', 'rust-web-src', 'lld-19'],
    `to compile the PSI module (rustup's ${TARGET} is not installed)`,
  );
  const env = {
    ...process.env,
    PATH: `/usr/bin:${path}`,
    RUSTC_BOOTSTRAP: '1',
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: 'wasm-ld-19',
  };
  const folder = output('rustc', ['--print', 'target-libdir', '--target', TARGET], env);
  if (folder === null) throw new Error("Debian's rustc does not run");
  // wasm-pack only checks that the folder exists.
  mkdirSync(folder, { recursive: true });
  return { env, cargo: ['-Zbuild-std=std,panic_abort'] };
}

/**
 * Uses rustup's target if it is installed, and Debian's packages otherwise. Missing wasm-pack, and the wasm-bindgen of
 * the lock file, are installed through cargo.
 *
 * @throws when something is missing and cannot be installed here
 */
export function findToolchain(): Toolchain {
  const cargoHome = process.env['CARGO_HOME'] ?? join(homedir(), '.cargo');
  const path = `${join(cargoHome, 'bin')}:${process.env['PATH'] ?? ''}`;
  const rustup = { env: { ...process.env, PATH: path }, cargo: [] };
  const { env, cargo } = hasTarget(rustup.env) ? rustup : debian(path);

  if (output('wasm-pack', ['--version'], env) === null) cargoInstall(env, 'wasm-pack', '--locked');
  const wasmBindgen = locked('wasm-bindgen');
  if (output('wasm-bindgen', ['--version'], env) !== `wasm-bindgen ${wasmBindgen}`) {
    cargoInstall(env, 'wasm-bindgen-cli', '--version', wasmBindgen);
  }
  const rustc = output('rustc', ['--version'], env);
  const sysroot = output('rustc', ['--print', 'sysroot'], env);
  if (rustc === null || sysroot === null) throw new Error('rustc does not run');
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/binaryen/package.json'), 'utf8')) as {
    version: string;
  };
  return { env, cargo, sysroot, cargoHome, tools: { rustc, wasmBindgen, binaryen: version } };
}
