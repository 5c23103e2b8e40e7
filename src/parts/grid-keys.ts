/** Keys that move within a grid of single cells (WAI-ARIA APG, grid pattern). */

/**
 * The cell that a key leads to: arrows move by one and stop at the edges; Home and End go to the ends of the row, with
 * Control to the ends of the grid; Page Up and Page Down go to the ends of the column.
 *
 * @param at index of the focused cell, row by row
 * @param rows number of rows, each of `columns` cells
 * @returns null for a key that does not move
 */
export function cellAfterKey(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  at: number,
  rows: number,
  columns: number,
): number | null {
  const column = at % columns;
  const row = (at - column) / columns;
  const cell = (toRow: number, toColumn: number): number => toRow * columns + toColumn;
  switch (key) {
    case 'ArrowRight':
      return cell(row, Math.min(column + 1, columns - 1));
    case 'ArrowLeft':
      return cell(row, Math.max(column - 1, 0));
    case 'ArrowDown':
      return cell(Math.min(row + 1, rows - 1), column);
    case 'ArrowUp':
      return cell(Math.max(row - 1, 0), column);
    case 'Home':
      return cell(ctrlKey ? 0 : row, 0);
    case 'End':
      return cell(ctrlKey ? rows - 1 : row, columns - 1);
    case 'PageUp':
      return cell(0, column);
    case 'PageDown':
      return cell(rows - 1, column);
    default:
      return null;
  }
}
