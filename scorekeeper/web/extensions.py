"""The extensions, made once and bound to an app by the factory."""

from __future__ import annotations

from flask_babel import Babel
from flask_compress import Compress
from flask_limiter import Limiter
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect

from scorekeeper.models import Base
from scorekeeper.web.catalogues import SourceDomain
from scorekeeper.web.clients import client

# Engine and session only: handing over `Base` itself would copy it, and SQLAlchemy refuses a copied type map.
db = SQLAlchemy(metadata=Base.metadata)
csrf = CSRFProtect()
babel = Babel()
babel.domain_instance = SourceDomain()
compress = Compress()
limiter = Limiter(key_func=client)
