/* The forms of the web editor. */

export { editorConfig } from './src/editor-config.ts';
export {
  type EditorSettings,
  EditorSettingsError,
  editorOrigins,
  NEW_SETTINGS,
  readEditorSettings,
  SETTINGS_FILE,
} from './src/editor-settings.ts';
export { readPickers } from './src/pickers.ts';
