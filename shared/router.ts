/** React Router's matching of paths. All other files import it from here: version 8 removes react-router-dom. */
export { matchRoutes } from 'react-router-dom';
